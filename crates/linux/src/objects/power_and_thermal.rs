//! Power and Thermal (20480): what the sensors of the machine show.

use perfhive_catalog::{ObjectTable, power_and_thermal as at};
use perfhive_winperf::{InstanceName, ObjectWriter, Wanted};

use super::Object;
use super::fingerprint::Fingerprint;
use crate::instance_name::write_name;
use crate::kernel::Kernel;
use crate::read::sensors::{Quantity, Sensor, Sensors};
use crate::read::{ReadError, ReadKind, Root, fields};

/// The sensors, and what is kept of each, in the same order.
pub(super) struct PowerAndThermal {
    sensors: Sensors,
    kept: Vec<Kept>,
}

struct Kept {
    name: String,
    unique_id: i32,
    energy: WideEnergy,
}

/// An energy meter made wider than the kernel shows it.
#[derive(Clone, Copy, Default)]
struct WideEnergy {
    last: u64,
    high: u64,
}

impl WideEnergy {
    fn widen(&mut self, low: u64, range: u64) -> u64 {
        // A step back of more than half the range is a step over its end; any other is a meter set back.
        if low < self.last && self.last - low > range / 2 {
            self.high = self.high.saturating_add(range);
        }
        self.last = low;
        self.high.saturating_add(low)
    }
}

impl Default for PowerAndThermal {
    fn default() -> Self {
        Self {
            sensors: Sensors::new(),
            kept: Vec::new(),
        }
    }
}

impl Object for PowerAndThermal {
    fn table(&self) -> &'static ObjectTable {
        &at::OBJECT
    }

    fn is_there(&self, root: &Root) -> bool {
        Sensors::is_there(root)
    }

    fn collect(
        &mut self,
        kernel: &mut Kernel,
        wanted: &Wanted,
        out: &mut ObjectWriter<'_>,
        notes: &mut Vec<String>,
    ) -> Result<(), ReadError> {
        if self.sensors.update(&kernel.root)? {
            self.kept.clear();
            self.kept.extend(self.sensors.all.iter().map(keep));
        }
        let mut denied = None;
        for (sensor, kept) in self.sensors.all.iter_mut().zip(&mut self.kept) {
            let name = InstanceName {
                unique_id: kept.unique_id,
                ..InstanceName::named(&kept.name)
            };
            let mut values = out.instance(&name);
            let position = position(sensor.quantity);
            if !super::wants(&at::OBJECT, wanted, &[position]) {
                continue;
            }
            match sensor.file.read(&kernel.root) {
                Ok(text) => {
                    let value = value(text, sensor.quantity);
                    let value = match sensor.range.zip(value) {
                        Some((range, low)) => Some(kept.energy.widen(low, range)),
                        None => value,
                    };
                    values.set_known(position, value);
                }
                Err(error) if error.kind == ReadKind::Denied => {
                    denied.get_or_insert(error);
                }
                // Sensors that are asleep or not connected answer with an error of their own.
                Err(_) => {}
            }
        }
        // One stands for all: who may not read one meter may read none.
        notes.extend(denied.map(|it| it.to_string()));
        Ok(())
    }
}

fn keep(sensor: &Sensor) -> Kept {
    let mut name = String::new();
    write_name(&mut name, sensor.name.as_bytes());
    let mut path = Fingerprint::default();
    path.add(sensor.path.as_bytes());
    Kept {
        name,
        unique_id: path.unique_id(),
        energy: WideEnergy::default(),
    }
}

fn position(quantity: Quantity) -> usize {
    match quantity {
        Quantity::Energy => at::ENERGY,
        Quantity::Temperature => at::TEMPERATURE,
        Quantity::Fan => at::FAN,
        Quantity::Power => at::POWER,
        Quantity::Voltage => at::VOLTAGE,
        Quantity::Current => at::CURRENT,
    }
}

/// The raw value: what may be below 0 in two's complement, which is how the block is read.
fn value(text: &[u8], quantity: Quantity) -> Option<u64> {
    let text = text.trim_ascii();
    match quantity {
        Quantity::Energy | Quantity::Fan | Quantity::Power => fields::number(text),
        Quantity::Temperature | Quantity::Voltage | Quantity::Current => {
            fields::signed_number(text).map(i64::cast_unsigned)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Check that a meter goes on past its range, and one that is set back steps back.
    #[test]
    fn wide_energy() {
        let mut energy = WideEnergy::default();
        assert_eq!(energy.widen(900, 1000), 900);
        assert_eq!(energy.widen(100, 1000), 1100);
        assert_eq!(energy.widen(600, 1000), 1600);
        assert_eq!(energy.widen(500, 1000), 1500);
    }

    /// Check that what may be below 0 is, and counts are not.
    #[test]
    fn numbers_below_0() {
        let value = |text, quantity| value(text, quantity).map(u64::cast_signed);
        assert_eq!(value(b"-5000\n", Quantity::Temperature), Some(-5000));
        assert_eq!(value(b"-1\n", Quantity::Fan), None);
        assert_eq!(value(b"", Quantity::Voltage), None);
    }
}
