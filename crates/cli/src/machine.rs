//! This machine as a source.

use anyhow::Context;
use perfhive_hive::{DEFAULT_DEADLINE, Hive};
use perfhive_linux::LinuxProvider;

/// The hive with all providers that are built in.
pub(crate) fn hive() -> anyhow::Result<Hive> {
    let name = rustix::system::uname()
        .nodename()
        .to_string_lossy()
        .into_owned();
    let mut hive = Hive::new(name);
    let linux = LinuxProvider::open().context("the kernel's files cannot be opened")?;
    hive.add_provider(Box::new(linux), DEFAULT_DEADLINE);
    Ok(hive)
}
