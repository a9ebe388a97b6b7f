//! This machine as a source.

use std::time::Duration;

use anyhow::Context;
use perfhive_hive::{DEFAULT_DEADLINE, Hive};
use perfhive_linux::LinuxProvider;

/// A filesystem whose server is gone may never answer; a sample shall not wait for it.
const FILESYSTEMS_DEADLINE: Duration = Duration::from_millis(500);

/// The hive with all providers that are built in.
pub(crate) fn hive() -> anyhow::Result<Hive> {
    let name = rustix::system::uname()
        .nodename()
        .to_string_lossy()
        .into_owned();
    let mut hive = Hive::new(name);
    let linux = LinuxProvider::open().context("the kernel's files cannot be opened")?;
    hive.add_provider(Box::new(linux), DEFAULT_DEADLINE);
    let filesystems = LinuxProvider::open_filesystems().context("the mounts cannot be read")?;
    hive.add_provider(Box::new(filesystems), FILESYSTEMS_DEADLINE);
    Ok(hive)
}
