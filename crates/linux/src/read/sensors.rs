//! Sensors below `/sys/class`: energy meters (Documentation/power/powercap), hardware monitors
//! (Documentation/hwmon/sysfs-interface.rst) and thermal zones (Documentation/driver-api/thermal).
//!
//! The sensors are looked for when the names of the devices change, and at no other time: a machine has hundreds of
//! files here.

use std::mem::MaybeUninit;

use rustix::fs::RawDir;
use rustix::io::Errno;

use super::fields::number;
use super::{KernelFile, ReadError, ReadKind, Root};

const POWERCAP: &str = "sys/class/powercap";
const HWMON: &str = "sys/class/hwmon";
const THERMAL: &str = "sys/class/thermal";
const CLASSES: [&str; 3] = [POWERCAP, HWMON, THERMAL];

/// What a sensor measures, and in which unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quantity {
    /// µJ, counted up.
    Energy,
    /// Thousandths of a degree Celsius.
    Temperature,
    /// Revolutions a minute.
    Fan,
    /// µW.
    Power,
    /// mV.
    Voltage,
    /// mA.
    Current,
}

/// One sensor.
#[derive(Debug)]
pub(crate) struct Sensor {
    /// The device and what it calls the sensor.
    pub(crate) name: String,
    /// The file below the root: what tells sensors of one name apart.
    pub(crate) path: String,
    pub(crate) quantity: Quantity,
    /// Where an energy meter begins anew, when it says so.
    pub(crate) range: Option<u64>,
    pub(crate) file: KernelFile,
}

/// The sensors there are, and the names of the devices that they were found on.
pub(crate) struct Sensors {
    pub(crate) all: Vec<Sensor>,
    devices: Vec<u8>,
    devices_before: Vec<u8>,
    room: Box<[MaybeUninit<u8>]>,
}

impl Sensors {
    pub(crate) fn new() -> Self {
        Self {
            all: Vec::new(),
            devices: Vec::new(),
            devices_before: Vec::new(),
            room: vec![MaybeUninit::uninit(); 8 << 10].into_boxed_slice(),
        }
    }

    /// Whether the kernel has any class of sensors.
    pub(crate) fn is_there(root: &Root) -> bool {
        CLASSES.iter().any(|class| root.has(class))
    }

    /// Looks at the names of the devices, and for sensors when the names are others than before. Whether they were.
    pub(crate) fn update(&mut self, root: &Root) -> Result<bool, ReadError> {
        std::mem::swap(&mut self.devices, &mut self.devices_before);
        self.devices.clear();
        let mut has_class = false;
        for class in CLASSES.iter().filter(|it| root.has(it)) {
            has_class = true;
            self.devices.extend_from_slice(class.as_bytes());
            self.devices.push(b'\n');
            let devices = &mut self.devices;
            let result = each_name(root, class, &mut self.room, |name| {
                devices.extend_from_slice(name);
                devices.push(b'\n');
            });
            result.map_err(|errno| ReadError {
                path: (*class).to_owned(),
                kind: errno.into(),
            })?;
        }
        if !has_class {
            return Err(ReadError {
                path: HWMON.into(),
                kind: ReadKind::Missing,
            });
        }
        let is_new = self.devices != self.devices_before;
        if is_new {
            self.all = find(root, &mut self.room);
        }
        Ok(is_new)
    }
}

fn find(root: &Root, room: &mut [MaybeUninit<u8>]) -> Vec<Sensor> {
    let mut sensors = Vec::new();
    for zone in sorted_names(root, POWERCAP, room) {
        sensors.extend(energy_meter(root, &zone));
    }
    for device in sorted_names(root, HWMON, room) {
        let files = sorted_names(root, &format!("{HWMON}/{device}"), room);
        let found = files
            .iter()
            .filter_map(|file| monitor(root, &device, file, &files));
        sensors.extend(found);
    }
    for zone in sorted_names(root, THERMAL, room) {
        sensors.extend(thermal_zone(root, &zone));
    }
    sensors
}

/// A zone `intel-rapl:0:1` is part of `intel-rapl:0`, and is named behind it.
fn energy_meter(root: &Root, zone: &str) -> Option<Sensor> {
    let path = format!("{POWERCAP}/{zone}/energy_uj");
    if !root.has(&path) {
        return None;
    }
    let mut ends = zone.match_indices(':').map(|(at, _)| at);
    let mut name = zone[..ends.next()?].to_owned();
    for end in ends.chain([zone.len()]) {
        let part = &zone[..end];
        name.push(' ');
        name += &text(root, &format!("{POWERCAP}/{part}/name")).unwrap_or_else(|| part.to_owned());
    }
    let range = text(root, &format!("{POWERCAP}/{zone}/max_energy_range_uj"));
    Some(Sensor {
        range: range.and_then(|it| number(it.as_bytes())),
        ..sensor(name, path, Quantity::Energy)
    })
}

/// The sensor that a file of a hardware monitor is, when it is one.
fn monitor(root: &Root, device: &str, file: &str, files: &[String]) -> Option<Sensor> {
    let (channel, what) = file.rsplit_once('_')?;
    let kind = channel.trim_end_matches(|it: char| it.is_ascii_digit());
    let quantity = match kind {
        "temp" => Quantity::Temperature,
        "fan" => Quantity::Fan,
        "power" => Quantity::Power,
        "in" => Quantity::Voltage,
        "curr" => Quantity::Current,
        "energy" => Quantity::Energy,
        _ => return None,
    };
    let is_value = match what {
        "input" => true,
        // Some meters of power have no other value than a mean.
        "average" => kind == "power" && !files.contains(&format!("{channel}_input")),
        _ => false,
    };
    if !is_value || kind.len() == channel.len() {
        return None;
    }
    let name = text(root, &format!("{HWMON}/{device}/name")).unwrap_or_else(|| device.to_owned());
    let label = text(root, &format!("{HWMON}/{device}/{channel}_label"));
    let label = label.unwrap_or_else(|| channel.to_owned());
    let path = format!("{HWMON}/{device}/{file}");
    Some(sensor(format!("{name} {label}"), path, quantity))
}

fn thermal_zone(root: &Root, zone: &str) -> Option<Sensor> {
    let path = format!("{THERMAL}/{zone}/temp");
    if !zone.starts_with("thermal_zone") || !root.has(&path) {
        return None;
    }
    let name = match text(root, &format!("{THERMAL}/{zone}/type")) {
        Some(kind) => format!("{zone} {kind}"),
        None => zone.to_owned(),
    };
    Some(sensor(name, path, Quantity::Temperature))
}

fn sensor(name: String, path: String, quantity: Quantity) -> Sensor {
    Sensor {
        name,
        quantity,
        range: None,
        file: KernelFile::new(path.clone()),
        path,
    }
}

/// The text of a file that is read once; `None` when there is none.
fn text(root: &Root, path: &str) -> Option<String> {
    let mut file = KernelFile::new(path);
    let text = file.read(root).ok()?.trim_ascii();
    (!text.is_empty()).then(|| String::from_utf8_lossy(text).into_owned())
}

fn sorted_names(root: &Root, path: &str, room: &mut [MaybeUninit<u8>]) -> Vec<String> {
    let mut names = Vec::new();
    let result = each_name(root, path, room, |name| {
        names.push(String::from_utf8_lossy(name).into_owned());
    });
    // A device that has just gone has no sensors.
    if result.is_err() {
        names.clear();
    }
    names.sort();
    names
}

fn each_name(
    root: &Root,
    path: &str,
    room: &mut [MaybeUninit<u8>],
    mut take: impl FnMut(&[u8]),
) -> Result<(), Errno> {
    let dir = root.open_dir(path)?;
    let mut entries = RawDir::new(&dir, room);
    while let Some(entry) = entries.next() {
        let entry = entry?;
        let name = entry.file_name().to_bytes();
        if name != b"." && name != b".." {
            take(name);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn write(root: &Path, path: &str, text: &str) {
        let path = root.join("sys/class").join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    fn names(sensors: &Sensors) -> Vec<(&str, Quantity)> {
        let all = sensors.all.iter();
        all.map(|it| (it.name.as_str(), it.quantity)).collect()
    }

    /// Check that a mean of power counts where there is nothing else, and files that are no values do not.
    #[test]
    fn files_of_a_monitor() {
        let dir = tempfile::tempdir().unwrap();
        for file in [
            "power1_average",
            "power1_input",
            "power2_average",
            "temp1_max",
            "temp_input",
            "in0_input",
            "freq1_input",
            "uevent",
        ] {
            write(dir.path(), &format!("hwmon/hwmon0/{file}"), "1\n");
        }
        let mut sensors = Sensors::new();
        let root = Root::open(dir.path()).unwrap();
        assert!(sensors.update(&root).unwrap());
        let expected = [
            ("hwmon0 in0", Quantity::Voltage),
            ("hwmon0 power1", Quantity::Power),
            ("hwmon0 power2", Quantity::Power),
        ];
        assert_eq!(names(&sensors), expected);
        assert!(sensors.all[1].path.ends_with("power1_input"));
    }

    /// Check that sensors of new devices are found, those of devices that went are not, and nothing is looked for
    /// while the devices are the same.
    #[test]
    fn devices_come_and_go() {
        let dir = tempfile::tempdir().unwrap();
        let root = Root::open(dir.path()).unwrap();
        let mut sensors = Sensors::new();
        assert!(!Sensors::is_there(&root));
        let error = sensors.update(&root).unwrap_err();
        assert_eq!(error.to_string(), "/sys/class/hwmon: not there");
        write(dir.path(), "thermal/thermal_zone0/temp", "1\n");
        write(dir.path(), "thermal/cooling_device0/temp", "1\n");
        assert!(sensors.update(&root).unwrap());
        assert_eq!(names(&sensors), [("thermal_zone0", Quantity::Temperature)]);
        assert!(!sensors.update(&root).unwrap());
        write(dir.path(), "powercap/intel-rapl:0/energy_uj", "1\n");
        write(dir.path(), "powercap/intel-rapl:0:1/energy_uj", "1\n");
        write(dir.path(), "powercap/intel-rapl:0/name", "package-0\n");
        std::fs::remove_dir_all(dir.path().join("sys/class/thermal/thermal_zone0")).unwrap();
        assert!(sensors.update(&root).unwrap());
        let expected = [
            ("intel-rapl package-0", Quantity::Energy),
            ("intel-rapl package-0 intel-rapl:0:1", Quantity::Energy),
        ];
        assert_eq!(names(&sensors), expected);
    }
}
