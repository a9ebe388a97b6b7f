//! Joins the objects to one provider.

use std::fmt;
use std::path::Path;

use perfhive_provider::{Class, CollectError, Collected, ProvidedObject, Provider, Request};
use perfhive_winperf::{ObjectDefinition, ObjectWriter, Wanted};

use crate::boot_clock::{BootClock, SystemBootClock};
use crate::kernel::Kernel;
use crate::objects::{self, Object};

/// Why the provider could not be set up.
#[derive(Debug)]
pub struct OpenError(String);

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for OpenError {}

/// Objects of the kernel.
pub struct LinuxProvider {
    name: &'static str,
    kernel: Kernel,
    objects: Vec<Box<dyn Object>>,
}

impl LinuxProvider {
    /// The provider of the running kernel.
    pub fn open() -> Result<Self, OpenError> {
        Self::open_below(Path::new("/"), Box::new(SystemBootClock))
    }

    /// The provider of its filesystems. Each of them may hang, so they are apart from all else.
    pub fn open_filesystems() -> Result<Self, OpenError> {
        Self::open_filesystems_below(Path::new("/"), Box::new(SystemBootClock))
    }

    /// A provider that reads `proc` and `sys` below another directory than `/`.
    pub fn open_below(root: &Path, clock: Box<dyn BootClock>) -> Result<Self, OpenError> {
        Self::open_with("linux", objects::all(), root, clock)
    }

    /// A provider of filesystems that are below another directory than `/`, as `proc` is.
    pub fn open_filesystems_below(
        root: &Path,
        clock: Box<dyn BootClock>,
    ) -> Result<Self, OpenError> {
        Self::open_with("filesystems", objects::of_filesystems(), root, clock)
    }

    fn open_with(
        name: &'static str,
        objects: Vec<Box<dyn Object>>,
        root: &Path,
        clock: Box<dyn BootClock>,
    ) -> Result<Self, OpenError> {
        let kernel = Kernel::open(root, clock)
            .map_err(|errno| OpenError(format!("{}: {errno}", root.display())))?;
        Ok(Self {
            name,
            kernel,
            objects,
        })
    }

    fn write(
        kernel: &mut Kernel,
        object: &mut dyn Object,
        wanted: &Wanted,
        is_metadata: bool,
        out: &mut Collected,
    ) {
        let table = object.table();
        let index = table.definition.name_index;
        let mut notes = Vec::new();
        out.object_with(index, |bytes| {
            let perf_time = if table.has_own_clock {
                kernel.now().0
            } else {
                0
            };
            let perf_freq = if table.has_own_clock {
                perfhive_winperf::FileTime::PER_SECOND
            } else {
                0
            };
            let definition = ObjectDefinition {
                perf_time,
                perf_freq,
                ..table.definition
            };
            let mut writer = ObjectWriter::begin(bytes, &definition, table.counters);
            if is_metadata {
                writer.finish_metadata(table.has_instances);
                return Ok(());
            }
            if table.has_instances {
                writer.with_instances();
            }
            object.collect(kernel, wanted, &mut writer, &mut notes)?;
            writer.finish();
            Ok::<_, crate::read::ReadError>(())
        });
        notes.into_iter().for_each(|note| out.note(index, note));
    }
}

impl Provider for LinuxProvider {
    fn name(&self) -> &str {
        self.name
    }

    fn objects(&self) -> Vec<ProvidedObject> {
        let root = &self.kernel.root;
        let class = |object: &dyn Object| match object.table().is_costly {
            _ if !object.is_there(root) => Class::ByIndex,
            true => Class::Costly,
            false => Class::Global,
        };
        let provided = |object: &dyn Object| ProvidedObject {
            index: object.table().definition.name_index,
            class: class(object),
            parent: object.table().parent,
        };
        self.objects
            .iter()
            .map(|it| provided(it.as_ref()))
            .collect()
    }

    fn collect(&mut self, request: &Request, out: &mut Collected) -> Result<(), CollectError> {
        self.kernel.begin_sample();
        for asked in &request.objects {
            let object = self
                .objects
                .iter_mut()
                .find(|it| it.table().definition.name_index == asked.index);
            if let Some(object) = object {
                let kernel = &mut self.kernel;
                Self::write(
                    kernel,
                    object.as_mut(),
                    &asked.wanted,
                    request.is_metadata,
                    out,
                );
            }
        }
        Ok(())
    }
}

impl fmt::Debug for LinuxProvider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LinuxProvider").finish_non_exhaustive()
    }
}
