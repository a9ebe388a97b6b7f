//! Runs one provider on a thread of its own, so that a provider that hangs or panics holds up nobody.
//!
//! Question and answer pass through one slot and take their buffers with them; a sample allocates nothing here.
//! An answer that comes after its deadline is thrown away, and until then the provider is not asked again.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use perfhive_provider::{CollectError, Collected, Provider, Request};

/// A provider on its thread. Dropping it lets the thread end by itself after what it is doing.
#[derive(Debug)]
pub(crate) struct Worker {
    shared: Arc<Shared>,
}

/// Question or answer with their buffers.
#[derive(Debug, Default)]
pub(crate) struct Exchange {
    pub(crate) request: Request,
    pub(crate) collected: Collected,
}

/// Why there is no answer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The deadline went by.
    Late,
    /// The provider is still at an earlier query.
    Busy,
    /// The provider panicked.
    Panicked,
    /// The provider said so.
    Failed(CollectError),
    /// The thread could not be started.
    NoThread,
}

#[derive(Debug, Default)]
struct Shared {
    slot: Mutex<Slot>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Slot {
    state: State,
    /// Set when the one who asked went away: the answer is thrown away.
    is_given_up: bool,
}

#[derive(Debug, Default)]
enum State {
    #[default]
    Idle,
    Asked(Exchange),
    Working,
    Answered(Exchange, Result<(), Failure>),
    Closed,
}

impl Shared {
    /// The slot. No code that can panic runs while it is locked, so a poisoned lock still holds a whole state.
    fn lock(&self) -> MutexGuard<'_, Slot> {
        self.slot.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Worker {
    pub(crate) fn start(mut provider: Box<dyn Provider>) -> Self {
        let shared = Arc::new(Shared::default());
        let for_thread = Arc::clone(&shared);
        let name = format!("perfhive {}", provider.name());
        let thread = thread::Builder::new()
            .name(name)
            .spawn(move || serve(&for_thread, provider.as_mut()));
        if thread.is_err() {
            shared.lock().state = State::Closed;
        }
        Self { shared }
    }

    /// Asks the provider; the answer is fetched with [`Self::finish`]. The buffers are lost only while it is busy.
    pub(crate) fn ask(&self, exchange: &mut Exchange) -> Result<(), Failure> {
        let mut slot = self.shared.lock();
        match slot.state {
            State::Idle => {
                slot.state = State::Asked(std::mem::take(exchange));
                self.shared.changed.notify_all();
                Ok(())
            }
            State::Closed => Err(Failure::NoThread),
            _ => Err(Failure::Busy),
        }
    }

    /// Waits for the answer until the deadline.
    pub(crate) fn finish(&self, exchange: &mut Exchange, deadline: Instant) -> Result<(), Failure> {
        let mut slot = self.shared.lock();
        loop {
            if let State::Answered(..) = slot.state {
                let State::Answered(answer, result) = std::mem::take(&mut slot.state) else {
                    continue;
                };
                *exchange = answer;
                return result;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                slot.is_given_up = true;
                return Err(Failure::Late);
            }
            slot = match self.shared.changed.wait_timeout(slot, left) {
                Ok((slot, _)) => slot,
                Err(poisoned) => poisoned.into_inner().0,
            };
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.shared.lock().state = State::Closed;
        self.shared.changed.notify_all();
    }
}

/// The thread: one question after the other until the slot is closed.
fn serve(shared: &Shared, provider: &mut dyn Provider) {
    loop {
        let mut exchange = {
            let mut slot = shared.lock();
            loop {
                match std::mem::replace(&mut slot.state, State::Working) {
                    State::Asked(exchange) => break exchange,
                    State::Closed => return,
                    other => slot.state = other,
                }
                slot = shared
                    .changed
                    .wait(slot)
                    .unwrap_or_else(PoisonError::into_inner);
            }
        };
        let Exchange { request, collected } = &mut exchange;
        collected.clear();
        let result = catch_unwind(AssertUnwindSafe(|| provider.collect(request, collected)));
        let result = match result {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(Failure::Failed(error)),
            Err(_) => Err(Failure::Panicked),
        };
        let mut slot = shared.lock();
        match slot.state {
            State::Closed => return,
            _ if slot.is_given_up => *slot = Slot::default(),
            _ => slot.state = State::Answered(exchange, result),
        }
        drop(slot);
        shared.changed.notify_all();
    }
}
