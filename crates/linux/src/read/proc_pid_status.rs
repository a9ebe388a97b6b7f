//! `/proc/PID/status`: memory by kind and context switches (proc_pid_status(5)).

use super::fields::{lines, numbers};

/// The lines that are used. Kernel threads have none of the memory lines; kernels before 4.5 lack RssAnon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Status {
    pub(crate) vm_peak_bytes: Option<u64>,
    pub(crate) vm_hwm_bytes: Option<u64>,
    pub(crate) rss_anon_bytes: Option<u64>,
    pub(crate) vm_swap_bytes: Option<u64>,
    pub(crate) voluntary_ctxt_switches: Option<u64>,
    pub(crate) nonvoluntary_ctxt_switches: Option<u64>,
}

/// What the text has of those lines.
pub(crate) fn parse(text: &[u8]) -> Status {
    let mut status = Status::default();
    for line in lines(text) {
        let Some(colon) = line.iter().position(|it| *it == b':') else {
            continue;
        };
        let value = numbers(&line[colon + 1..]).next();
        let bytes = value.and_then(|it| it.checked_mul(1024));
        match &line[..colon] {
            b"VmPeak" => status.vm_peak_bytes = bytes,
            b"VmHWM" => status.vm_hwm_bytes = bytes,
            b"RssAnon" => status.rss_anon_bytes = bytes,
            b"VmSwap" => status.vm_swap_bytes = bytes,
            b"voluntary_ctxt_switches" => status.voluntary_ctxt_switches = value,
            b"nonvoluntary_ctxt_switches" => status.nonvoluntary_ctxt_switches = value,
            _ => {}
        }
    }
    status
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Check that lines are matched whole, and that those of a kernel thread are absent.
    #[test]
    fn lines_that_are_there() {
        let text = b"Name:\tVmPeak: 9\nVmPeak:\t     100 kB\nRssAnon:\t 5 kB\nvoluntary_ctxt_switches:\t7\n";
        let status = Status {
            vm_peak_bytes: Some(102_400),
            rss_anon_bytes: Some(5120),
            voluntary_ctxt_switches: Some(7),
            ..Status::default()
        };
        assert_eq!(parse(text), status);
    }
}
