#!/usr/bin/env bash
# What a sample costs in processor time, beside sysstat's tools in the same run, as a ratio.
# usage: bench/cost.sh [N_PROCESSES] [N_SAMPLES]
# perfhive takes its samples a tenth of a second apart, sysstat a second, which is the least it can; lines are thrown away,
# and the cost of starting, measured by the same command with one sample, is taken off.
set -euo pipefail
cd "$(dirname "$0")/.."
n_processes=${1:-1000}
n_samples=${2:-10}
for tool in pidstat /usr/lib/sysstat/sadc; do
    command -v "$tool" >/dev/null || {
        echo "skipped: $tool is not installed (Debian: sysstat)"
        exit 0
    }
done
cargo build --release --quiet -p perfhive-cli
perfhive=$PWD/target/release/perfhive

# User and system time of a command, in ms.
cpu_ms() {
    local TIMEFORMAT='%U %S'
    { time "$@" >/dev/null 2>&1; } 2>&1 | awk '{printf "%.1f", ($1 + $2) * 1000}'
}

# Milliseconds a sample: (so many samples less one) / so many.
per_sample() {
    local many one
    many=$(cpu_ms "${@//COUNT/$((n_samples + 1))}")
    one=$(cpu_ms "${@//COUNT/1}")
    awk -v a="$many" -v b="$one" -v n="$n_samples" 'BEGIN {d = (a - b) / n; printf "%.3f", (d > 0 ? d : 0)}'
}

row() {
    awk -v name="$1" -v ours="$2" -v theirs="$3" -v tool="$4" \
        'BEGIN {printf "%-44s %9.3f ms %9.3f ms  %5.2f  %s\n", name, ours, theirs, (theirs > 0 ? ours / theirs : 0), tool}'
}

work=$(mktemp -d)
pids=()
trap 'rm -rf "$work"; [ ${#pids[@]} -eq 0 ] || kill "${pids[@]}" 2>/dev/null || true' EXIT
for ((i = 0; i < n_processes; i++)); do
    sleep 600 &
    pids+=($!)
done

printf '%-44s %12s %12s  %5s  %s\n' "a sample of" perfhive other ratio "other tool"
ours=$(per_sample "$perfhive" typeperf --json -si 0.1 -sc COUNT '\Process(*)\% Processor Time')
theirs=$(per_sample pidstat -u -p ALL 1 COUNT)
row "processor time of $n_processes processes and more" "$ours" "$theirs" "pidstat -u -p ALL"
ours=$(per_sample "$perfhive" typeperf --json -si 0.1 -sc COUNT '\Process(*)\% Processor Time' '\Process(*)\Working Set' '\Process(*)\IO Read Bytes/sec')
theirs=$(per_sample pidstat -urd -p ALL 1 COUNT)
row "the same with memory and I/O" "$ours" "$theirs" "pidstat -urd -p ALL"
ours=$(per_sample "$perfhive" typeperf --json -si 0.1 -sc COUNT '\Processor(*)\% Processor Time' '\System\Context Switches/sec' '\Memory\*' '\PhysicalDisk(*)\*' '\Network Interface(*)\*')
theirs=$(per_sample /usr/lib/sysstat/sadc -S DISK 1 COUNT "$work/sa")
row "processors, memory, disks and network" "$ours" "$theirs" "sadc -S DISK, which stores all that sar shows"
