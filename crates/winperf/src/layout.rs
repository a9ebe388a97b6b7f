//! Sizes and offsets of the structures of winperf.h, the same for 32- and 64-bit programs.
//!
//! Each module is one structure, each constant the offset of a member from the start of that structure, spelled
//! as the header spells it. Source: winperf.h of mingw-w64 (public domain), compared with `windows-sys` in a test.

/// Every object, instance and counter block ends on a multiple of this (winperf.h, PERF_OBJECT_TYPE).
pub const ALIGNMENT: usize = 8;

/// "PERF", the first member of every block, as four UTF-16 units.
pub const SIGNATURE: [u16; 4] = [0x50, 0x45, 0x52, 0x46];

/// `PERF_DATA_BLOCK`: what one query is answered with.
pub mod data_block {
    /// Size of the structure; the system name follows it.
    pub const SIZE: usize = 88;
    pub use self::offsets::*;
    #[expect(
        missing_docs,
        reason = "the names are those of winperf.h, which documents them"
    )]
    mod offsets {
        pub const SIGNATURE: usize = 0;
        pub const LITTLE_ENDIAN: usize = 8;
        pub const VERSION: usize = 12;
        pub const REVISION: usize = 16;
        pub const TOTAL_BYTE_LENGTH: usize = 20;
        pub const HEADER_LENGTH: usize = 24;
        pub const NUM_OBJECT_TYPES: usize = 28;
        pub const DEFAULT_OBJECT: usize = 32;
        pub const SYSTEM_TIME: usize = 36;
        pub const PERF_TIME: usize = 56;
        pub const PERF_FREQ: usize = 64;
        pub const PERF_TIME_100NSEC: usize = 72;
        pub const SYSTEM_NAME_LENGTH: usize = 80;
        pub const SYSTEM_NAME_OFFSET: usize = 84;
    }
}

/// `PERF_OBJECT_TYPE`: the head of one object.
pub mod object_type {
    /// Size of the structure; counter definitions follow it.
    pub const SIZE: usize = 64;
    pub use self::offsets::*;
    #[expect(
        missing_docs,
        reason = "the names are those of winperf.h, which documents them"
    )]
    mod offsets {
        pub const TOTAL_BYTE_LENGTH: usize = 0;
        pub const DEFINITION_LENGTH: usize = 4;
        pub const HEADER_LENGTH: usize = 8;
        pub const OBJECT_NAME_TITLE_INDEX: usize = 12;
        pub const OBJECT_NAME_TITLE: usize = 16;
        pub const OBJECT_HELP_TITLE_INDEX: usize = 20;
        pub const OBJECT_HELP_TITLE: usize = 24;
        pub const DETAIL_LEVEL: usize = 28;
        pub const NUM_COUNTERS: usize = 32;
        pub const DEFAULT_COUNTER: usize = 36;
        pub const NUM_INSTANCES: usize = 40;
        pub const CODE_PAGE: usize = 44;
        pub const PERF_TIME: usize = 48;
        pub const PERF_FREQ: usize = 56;
    }
}

/// `PERF_COUNTER_DEFINITION`: what one counter is and where its value stands.
pub mod counter_definition {
    /// Size of the structure.
    pub const SIZE: usize = 40;
    pub use self::offsets::*;
    #[expect(
        missing_docs,
        reason = "the names are those of winperf.h, which documents them"
    )]
    mod offsets {
        pub const BYTE_LENGTH: usize = 0;
        pub const COUNTER_NAME_TITLE_INDEX: usize = 4;
        pub const COUNTER_NAME_TITLE: usize = 8;
        pub const COUNTER_HELP_TITLE_INDEX: usize = 12;
        pub const COUNTER_HELP_TITLE: usize = 16;
        pub const DEFAULT_SCALE: usize = 20;
        pub const DETAIL_LEVEL: usize = 24;
        pub const COUNTER_TYPE: usize = 28;
        pub const COUNTER_SIZE: usize = 32;
        pub const COUNTER_OFFSET: usize = 36;
    }
}

/// `PERF_INSTANCE_DEFINITION`: the name and identity of one instance.
pub mod instance_definition {
    /// Size of the structure; the name follows it.
    pub const SIZE: usize = 24;
    pub use self::offsets::*;
    #[expect(
        missing_docs,
        reason = "the names are those of winperf.h, which documents them"
    )]
    mod offsets {
        pub const BYTE_LENGTH: usize = 0;
        pub const PARENT_OBJECT_TITLE_INDEX: usize = 4;
        pub const PARENT_OBJECT_INSTANCE: usize = 8;
        pub const UNIQUE_ID: usize = 12;
        pub const NAME_OFFSET: usize = 16;
        pub const NAME_LENGTH: usize = 20;
    }
}

/// `PERF_COUNTER_BLOCK`: the head of the raw values of one instance (or of the whole object).
pub mod counter_block {
    /// Size of the structure; values follow it.
    pub const SIZE: usize = 4;
    /// Offset of the one member, the length of block and values together.
    pub const BYTE_LENGTH: usize = 0;
}

/// `n` rounded up to [`ALIGNMENT`].
pub const fn align_up(n: usize) -> usize {
    n.div_ceil(ALIGNMENT) * ALIGNMENT
}
