//! What whoever has counters to give implements.
//!
//! A provider writes raw values of its objects when it is asked and knows nothing of rates, paths or readers.
//! It must never compute a rate, and what it cannot read it leaves absent: a value, an object, never the rest.
#![forbid(unsafe_code)]

mod collected;
mod request;

pub use collected::{CollectError, Collected};
pub use request::{Class, ProvidedObject, Request, SampleTime};

/// Gives objects.
pub trait Provider: Send {
    /// A short name for messages: `linux`, `postgresql`.
    fn name(&self) -> &str;

    /// The objects that it can give. The list is read once, when the provider is registered.
    fn objects(&self) -> Vec<ProvidedObject>;

    /// Writes the objects asked for, in the order asked for, and nothing that was not.
    ///
    /// A failed object is told to `out` ([`Collected::object_with`]) and costs no other one; `Err` means that nothing
    /// at all could be collected.
    fn collect(&mut self, request: &Request, out: &mut Collected) -> Result<(), CollectError>;
}
