#!/usr/bin/env bash
# Values of perfhive beside those of /proc read by hand, sar, pidstat, iostat and free, over the same interval.
# usage: bench/side-by-side.sh [SECONDS]
# Needs sysstat and procps. The tools do not start at the same microsecond, and the kernel counts processor time in ticks
# of mostly 10 ms: expect a percent or two between rates. Levels are read at the end of the interval.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-5}

for tool in sar pidstat iostat free; do
    command -v "$tool" >/dev/null || {
        echo "skipped: $tool is not installed (Debian: sysstat, procps)"
        exit 0
    }
done

cargo build --release --quiet -p perfhive-cli
perfhive=$PWD/target/release/perfhive
work=$(mktemp -d)
pids=()
finish() {
    [ ${#pids[@]} -eq 0 ] || kill "${pids[@]}" 2>/dev/null || true
    rm -rf "$work"
}
trap finish EXIT
export LC_ALL=C S_TIME_FORMAT=ISO

# Something to count: a process that computes, and one that writes to a disk.
timeout $((seconds + 5)) sh -c 'while :; do :; done' &
pids+=($!)
timeout $((seconds + 5)) sh -c "while :; do dd if=/dev/zero of=$work/data bs=64k count=64 conv=fsync 2>/dev/null; done" &
pids+=($!)
busy=$(pgrep -P "${pids[0]}" | head -1)
disk=$(awk '{print $3}' /proc/diskstats | while read -r d; do
    [ -e "/sys/block/$d" ] && ! readlink "/sys/block/$d" | grep -q /virtual/ && echo "$d" && break
done || true)
interface=$(awk -F'[: ]+' 'NR > 2 && $2 != "lo" {if ($3 >= most) {most = $3; name = $2}} END {print name}' /proc/net/dev)
interface=${interface:-lo}

paths=(
    '\Processor(_Total)\% Processor Time'
    '\Processor(_Total)\% User Time'
    '\Processor(_Total)\% Privileged Time'
    '\System\Context Switches/sec'
    '\Memory\Page Faults/sec'
    '\Memory\Page Reads/sec'
    "\\Network Interface($interface)\\Packets Received/sec"
)
[ -n "$disk" ] && paths+=(
    "\\PhysicalDisk($disk)\\Disk Transfers/sec"
    "\\PhysicalDisk($disk)\\Disk Write Bytes/sec"
    "\\PhysicalDisk($disk)\\Avg. Disk sec/Write"
    "\\PhysicalDisk($disk)\\% Idle Time"
)

stat_line() { sed -n 's/^cpu  //p' /proc/stat; }
before=$(stat_line)
ctxt_before=$(sed -n 's/^ctxt //p' /proc/stat)
"$perfhive" typeperf -si "$seconds" -sc 1 "${paths[@]}" >"$work/perfhive" &
ours=$!
"$perfhive" typeperf -si "$seconds" -sc 1 --json '\Process(*)\% Processor Time' '\Process(*)\ID Process' >"$work/process" &
ours_process=$!
sar -u ALL -w -B -n DEV "$seconds" 1 >"$work/sar" &
sar=$!
iostat -dxy "$seconds" 1 >"$work/iostat" &
iostat=$!
pidstat -u -p "$busy" "$seconds" 1 >"$work/pidstat" &
pidstat=$!
wait $ours $ours_process $sar $iostat $pidstat
after=$(stat_line)
ctxt_after=$(sed -n 's/^ctxt //p' /proc/stat)

# The value of a path in the CSV of perfhive.
ours() {
    WANTED=$1 awk 'BEGIN {FS = "\",\""; path = ENVIRON["WANTED"]} {gsub(/\r/, "")}
        NR == 1 {for (i = 2; i <= NF; i++) {name = $i; sub(/^\\\\[^\\]*/, "", name); sub(/"$/, "", name); if (name == path) column = i}}
        NR == 2 && column {value = $column; sub(/"$/, "", value); print value}' "$work/perfhive"
}

# A column of the "Average:" rows of sar, by the name of its head; the row begins with a word when one is given.
of_sar() {
    awk -v want="$1" -v row="${2:-}" '/^Average:/ {
        is_head = 0
        for (i = 2; i <= NF; i++) if ($i == want) {column = i; is_head = 1}
        if (!is_head && column && (row == "" || $2 == row)) {print $column; exit}
    }' "$work/sar"
}

of_iostat() {
    awk -v want="$1" -v disk="$disk" '$1 == "Device" {for (i = 2; i <= NF; i++) if ($i == want) column = i}
        $1 == disk && column {value = $column} END {print value}' "$work/iostat"
}

row() { printf '%-46s %16s %16s  %s\n' "$1" "${2:-?}" "${3:-?}" "$4"; }

hand=$(awk -v before="$before" -v after="$after" 'BEGIN {
    split(before, b, " "); split(after, a, " ")
    for (i = 1; i <= 8; i++) all += a[i] - b[i]
    printf "%.2f", 100 * (1 - (a[4] + a[5] - b[4] - b[5]) / all)
}')
ctxt_hand=$(awk -v n=$((ctxt_after - ctxt_before)) -v s="$seconds" 'BEGIN {printf "%.1f", n / s}')

row value perfhive other "by"
p='\Processor(_Total)\% Processor Time'
row "$p" "$(ours "$p")" "$hand" "/proc/stat by hand, start and end of this script"
row "$p" "$(ours "$p")" "$(awk -v a="$(of_sar %idle all)" -v b="$(of_sar %iowait all)" 'BEGIN {printf "%.2f", 100 - a - b}')" "sar -u: 100 - %idle - %iowait"
p='\Processor(_Total)\% User Time'
row "$p" "$(ours "$p")" "$(of_sar %usr all)" "sar -u: %usr; leaves niced programs out"
p='\Processor(_Total)\% Privileged Time'
row "$p" "$(ours "$p")" "$(of_sar %sys all)" "sar -u: %sys; leaves interrupts out"
p='\System\Context Switches/sec'
row "$p" "$(ours "$p")" "$ctxt_hand" "/proc/stat by hand"
row "$p" "$(ours "$p")" "$(of_sar cswch/s)" "sar -w: cswch/s"
p='\Memory\Page Faults/sec'
row "$p" "$(ours "$p")" "$(of_sar fault/s)" "sar -B: fault/s"
p='\Memory\Page Reads/sec'
row "$p" "$(ours "$p")" "$(of_sar majflt/s)" "sar -B: majflt/s"
p="\\Network Interface($interface)\\Packets Received/sec"
row "$p" "$(ours "$p")" "$(of_sar rxpck/s "$interface")" "sar -n DEV: rxpck/s"
if [ -n "$disk" ]; then
    p="\\PhysicalDisk($disk)\\Disk Transfers/sec"
    row "$p" "$(ours "$p")" "$(awk -v r="$(of_iostat r/s)" -v w="$(of_iostat w/s)" 'BEGIN {print r + w}')" "iostat -dx: r/s + w/s"
    p="\\PhysicalDisk($disk)\\Disk Write Bytes/sec"
    row "$p" "$(ours "$p")" "$(of_iostat wkB/s | awk '{print $1 * 1024}')" "iostat -dx: wkB/s"
    p="\\PhysicalDisk($disk)\\Avg. Disk sec/Write"
    row "$p" "$(ours "$p")" "$(of_iostat w_await | awk '{print $1 / 1000}')" "iostat -dx: w_await"
    p="\\PhysicalDisk($disk)\\% Idle Time"
    row "$p" "$(ours "$p")" "$(of_iostat %util | awk '{print 100 - $1}')" "iostat -dx: 100 - %util"
fi
of_busy=$(tr '{' '\n' <"$work/process" | awk -v pid="$busy" -F'[:,]' '
    {instance = ""; number = ""; value = ""; counter = ""
     for (i = 1; i < NF; i++) {if ($i == "\"instance\"") instance = $(i + 1); if ($i == "\"number\"") number = $(i + 1); if ($i == "\"value\"") value = $(i + 1); if ($i == "\"counter\"") counter = $(i + 1)}
     sub(/}.*/, "", value)
     if (counter == "\"ID Process\"" && value + 0 == pid) wanted = instance number
     if (counter == "\"% Processor Time\"") seen[instance number] = value}
    END {print seen[wanted]}')
row '\Process(the busy one)\% Processor Time' "$of_busy" "$(awk '/^Average:/ && $3 ~ /^[0-9]+$/ {print $(NF - 2)}' "$work/pidstat" | tail -1)" "pidstat -u: %CPU"
level=$("$perfhive" typeperf -si 0.05 -sc 1 '\Memory\Available KBytes' '\Memory\Cache Bytes' | tail -1 | tr -d '"\r')
free_line=$(free -w -k | sed -n 's/^Mem: *//p')
row '\Memory\Available KBytes' "$(cut -d, -f2 <<<"$level")" "$(awk '{print $NF}' <<<"$free_line")" "free -wk: available"
row '\Memory\Cache Bytes' "$(cut -d, -f3 <<<"$level")" "$(awk '{print ($5 + $6) * 1024}' <<<"$free_line")" "free -wk: buffers + cache, in bytes"
