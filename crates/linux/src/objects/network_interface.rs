//! Network Interface (510): traffic of each interface. Windows has no `_Total` here, and there is none.

use perfhive_catalog::{ObjectTable, network_interface as at};
use perfhive_winperf::{InstanceName, ObjectWriter, Wanted};

use super::Object;
use super::seen::Seen;
use crate::instance_name::write_name;
use crate::kernel::Kernel;
use crate::read::{KernelFile, ReadError, Root, fields, proc_net_dev};

/// Room that is kept, and the speed file of each interface.
#[derive(Default)]
pub(super) struct NetworkInterface {
    name: String,
    speeds: Seen<KernelFile>,
}

impl Object for NetworkInterface {
    fn table(&self) -> &'static ObjectTable {
        &at::OBJECT
    }

    fn collect(
        &mut self,
        kernel: &mut Kernel,
        wanted: &Wanted,
        out: &mut ObjectWriter<'_>,
        _notes: &mut Vec<String>,
    ) -> Result<(), ReadError> {
        let needs_speed = super::wants(&at::OBJECT, wanted, &[at::CURRENT_BANDWIDTH]);
        let sample = kernel.sample();
        let text = kernel.net_dev.text(&kernel.root, sample)?;
        for (name, received, sent) in proc_net_dev::interfaces(text) {
            let bandwidth = if needs_speed {
                self.bandwidth(&kernel.root, name)
            } else {
                None
            };
            write_name(&mut self.name, name);
            let mut values = out.instance(&InstanceName::named(&self.name));
            values.set(at::BYTES_TOTAL, received.bytes.wrapping_add(sent.bytes));
            values.set(at::PACKETS, received.packets.wrapping_add(sent.packets));
            values.set(at::PACKETS_RECEIVED, received.packets);
            values.set(at::PACKETS_SENT, sent.packets);
            values.set_known(at::CURRENT_BANDWIDTH, bandwidth);
            values.set(at::BYTES_RECEIVED, received.bytes);
            values.set(at::PACKETS_RECEIVED_DISCARDED, received.drop);
            values.set(at::PACKETS_RECEIVED_ERRORS, received.errs);
            values.set(at::BYTES_SENT, sent.bytes);
            values.set(at::PACKETS_OUTBOUND_DISCARDED, sent.drop);
            values.set(at::PACKETS_OUTBOUND_ERRORS, sent.errs);
        }
        self.speeds
            .keep(|| proc_net_dev::interfaces(text).map(|(name, ..)| name));
        Ok(())
    }
}

impl NetworkInterface {
    /// Bits a second. The file gives Mbit/s, −1 when nobody knows, and an error on links that are down.
    fn bandwidth(&mut self, root: &Root, name: &[u8]) -> Option<u64> {
        let file = || {
            let path = format!("sys/class/net/{}/speed", String::from_utf8_lossy(name));
            Ok::<_, ReadError>(KernelFile::new(path))
        };
        let text = self.speeds.get_or_make(name, file).ok()?.read(root).ok()?;
        fields::number(text.trim_ascii())?.checked_mul(1_000_000)
    }
}
