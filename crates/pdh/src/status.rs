//! The statuses of PDH: why a value is there or not, in Windows' numbers and in our words.
//!
//! The numbers are those of pdhmsg.h, so that tools which know Windows know these. The words say what to do next.

use std::fmt;

use perfhive_winperf::CalcError;

/// A `PDH_STATUS`, or the status of one value (`PDH_CSTATUS_…`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Status(pub u32);

impl Status {
    /// Whether the call succeeded, or the value is valid: neither a warning (8…) nor an error (C…).
    #[must_use]
    pub const fn is_success(self) -> bool {
        self.0 >> 30 == 0
    }

    /// The status by its name in pdhmsg.h, `PDH_` included.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let found = ROWS.iter().find(|row| row.name == name);
        found.map(|row| row.status)
    }

    /// The name in pdhmsg.h; a number that is not there has none.
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        self.row().map(|row| row.name)
    }

    /// What happened and, where something can be done, what to do.
    #[must_use]
    pub fn explain(self) -> &'static str {
        self.row()
            .map_or("status is not one of PDH", |row| row.explanation)
    }

    /// Each status that has a name, by rising number.
    pub fn all() -> impl Iterator<Item = Self> {
        ROWS.iter().map(|row| row.status)
    }

    fn row(self) -> Option<&'static Row> {
        let at = ROWS.binary_search_by_key(&self, |row| row.status).ok()?;
        ROWS.get(at)
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.row() {
            Some(row) => write!(f, "{} ({:#010X}): {}", row.name, self.0, row.explanation),
            None => write!(f, "{:#010X}: {}", self.0, self.explain()),
        }
    }
}

impl fmt::Debug for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => write!(f, "Status({:#010X})", self.0),
        }
    }
}

impl std::error::Error for Status {}

impl From<CalcError> for Status {
    /// The status of a value that two samples do not give.
    fn from(error: CalcError) -> Self {
        match error {
            CalcError::NegativeValue => Self::CALC_NEGATIVE_VALUE,
            CalcError::NegativeTimeBase => Self::CALC_NEGATIVE_TIMEBASE,
            CalcError::NegativeDenominator | CalcError::ZeroDenominator => {
                Self::CALC_NEGATIVE_DENOMINATOR
            }
            _ => Self::CSTATUS_INVALID_DATA,
        }
    }
}

struct Row {
    status: Status,
    name: &'static str,
    explanation: &'static str,
}

macro_rules! statuses {
    ($($name:ident = $value:literal, $explanation:literal;)+) => {
        impl Status {
            $(
                #[doc = concat!("`PDH_", stringify!($name), "`: ", $explanation, ".")]
                pub const $name: Self = Self($value);
            )+
        }

        /// By rising number.
        static ROWS: &[Row] = &[$(Row {
            status: Status::$name,
            name: concat!("PDH_", stringify!($name)),
            explanation: $explanation,
        }),+];
    };
}

#[rustfmt::skip] // a table, one line a status
statuses! {
    CSTATUS_VALID_DATA = 0x0000_0000, "value is valid";
    CSTATUS_NEW_DATA = 0x0000_0001, "value is valid and has changed since it was last read";
    CSTATUS_NO_MACHINE = 0x8000_07D0, "machine does not answer; it is asked again at each collection";
    CSTATUS_NO_INSTANCE = 0x8000_07D1, "object has no such instance now; list the instances of the object, or wait until it appears";
    MORE_DATA = 0x8000_07D2, "answer is larger than the buffer; call again with the size that was returned";
    CSTATUS_ITEM_NOT_VALIDATED = 0x8000_07D3, "counter is added but was not looked up yet; collect once";
    RETRY = 0x8000_07D4, "source was busy; collect again";
    NO_DATA = 0x8000_07D5, "no counter of the query has data; add a counter, or collect before reading";
    CALC_NEGATIVE_DENOMINATOR = 0x8000_07D6, "base counter did not go forward between the samples; the next sample will do";
    CALC_NEGATIVE_TIMEBASE = 0x8000_07D7, "time did not go forward between the samples; the next sample will do";
    CALC_NEGATIVE_VALUE = 0x8000_07D8, "counter went back between the samples, as after a restart; the next sample will do";
    DIALOG_CANCELLED = 0x8000_07D9, "the choice was cancelled";
    END_OF_LOG_FILE = 0x8000_07DA, "counter log ends here";
    ASYNC_QUERY_TIMEOUT = 0x8000_07DB, "collector did not end in time; wait longer, or end it";
    CANNOT_SET_DEFAULT_REALTIME_DATASOURCE = 0x8000_07DC, "default source cannot be changed once a query is open";
    UNABLE_MAP_NAME_FILES = 0x8000_0BD5, "name and help texts cannot be mapped; register the provider again";
    PLA_VALIDATION_WARNING = 0x8000_0BF3, "collector set is usable, but something in it was doubtful; read its list of remarks";
    CSTATUS_NO_OBJECT = 0xC000_0BB8, "no such object; list the objects of the source";
    CSTATUS_NO_COUNTER = 0xC000_0BB9, "object has no such counter; list the counters of the object";
    CSTATUS_INVALID_DATA = 0xC000_0BBA, "no value: a rate needs two samples, or the source cannot give this one";
    MEMORY_ALLOCATION_FAILURE = 0xC000_0BBB, "memory ran out";
    INVALID_HANDLE = 0xC000_0BBC, "no open query, counter or log has this handle";
    INVALID_ARGUMENT = 0xC000_0BBD, "argument is missing or out of range";
    FUNCTION_NOT_FOUND = 0xC000_0BBE, "provider does not export the function that its registration names";
    CSTATUS_NO_COUNTERNAME = 0xC000_0BBF, r"counter path has no counter; write \object(instance)\counter";
    CSTATUS_BAD_COUNTERNAME = 0xC000_0BC0, r"counter path cannot be read; write \object(instance)\counter";
    INVALID_BUFFER = 0xC000_0BC1, "buffer cannot be written to";
    INSUFFICIENT_BUFFER = 0xC000_0BC2, "buffer is too small for the answer";
    CANNOT_CONNECT_MACHINE = 0xC000_0BC3, "machine cannot be reached; see that its service runs and that the port is open";
    INVALID_PATH = 0xC000_0BC4, "counter path cannot be read, or names nothing that can be expanded";
    INVALID_INSTANCE = 0xC000_0BC5, "instance name cannot be read; write parent/instance#index";
    INVALID_DATA = 0xC000_0BC6, "counter has no valid value; its own status says why";
    NO_DIALOG_DATA = 0xC000_0BC7, "dialog was given nothing to show";
    CANNOT_READ_NAME_STRINGS = 0xC000_0BC8, "names and help cannot be read from the source";
    LOG_FILE_CREATE_ERROR = 0xC000_0BC9, "counter log cannot be created; see that the folder exists and can be written to";
    LOG_FILE_OPEN_ERROR = 0xC000_0BCA, "counter log cannot be opened; see that it exists and can be read";
    LOG_TYPE_NOT_FOUND = 0xC000_0BCB, "counter log is of no type that can be written";
    NO_MORE_DATA = 0xC000_0BCC, "counter log has no further sample";
    ENTRY_NOT_IN_LOG_FILE = 0xC000_0BCD, "counter is not in the counter log; list what it holds";
    DATA_SOURCE_IS_LOG_FILE = 0xC000_0BCE, "source is a counter log, where only a running system will do";
    DATA_SOURCE_IS_REAL_TIME = 0xC000_0BCF, "source is a running system, where only a counter log will do";
    UNABLE_READ_LOG_HEADER = 0xC000_0BD0, "head of the counter log cannot be read; it is cut off or no counter log";
    FILE_NOT_FOUND = 0xC000_0BD1, "file does not exist";
    FILE_ALREADY_EXISTS = 0xC000_0BD2, "file exists already; choose another name, or say that it may be replaced";
    NOT_IMPLEMENTED = 0xC000_0BD3, "function is not there";
    STRING_NOT_FOUND = 0xC000_0BD4, "no name has this text or index";
    UNKNOWN_LOG_FORMAT = 0xC000_0BD6, "file is no counter log of a known format";
    UNKNOWN_LOGSVC_COMMAND = 0xC000_0BD7, "collector does not know the command";
    LOGSVC_QUERY_NOT_FOUND = 0xC000_0BD8, "collector has no query of this name";
    LOGSVC_NOT_OPENED = 0xC000_0BD9, "collector cannot be reached";
    WBEM_ERROR = 0xC000_0BDA, "management service answered with an error";
    ACCESS_DENIED = 0xC000_0BDB, "access is denied; ask for the rights to read performance data";
    LOG_FILE_TOO_SMALL = 0xC000_0BDC, "counter log is smaller than its own head says; it is cut off";
    INVALID_DATASOURCE = 0xC000_0BDD, "source is neither a counter log nor a machine that can be asked";
    INVALID_SQLDB = 0xC000_0BDE, "database has no tables of counter logs";
    NO_COUNTERS = 0xC000_0BDF, "counter log holds no counter";
    SQL_ALLOC_FAILED = 0xC000_0BE0, "database statement could not be made";
    SQL_ALLOCCON_FAILED = 0xC000_0BE1, "database connection could not be made";
    SQL_EXEC_DIRECT_FAILED = 0xC000_0BE2, "database refused a statement";
    SQL_FETCH_FAILED = 0xC000_0BE3, "database gave no further row";
    SQL_ROWCOUNT_FAILED = 0xC000_0BE4, "database did not say how many rows there are";
    SQL_MORE_RESULTS_FAILED = 0xC000_0BE5, "database gave no further result";
    SQL_CONNECT_FAILED = 0xC000_0BE6, "database cannot be reached";
    SQL_BIND_FAILED = 0xC000_0BE7, "database refused a column";
    CANNOT_CONNECT_WMI_SERVER = 0xC000_0BE8, "management service of the machine cannot be reached";
    PLA_COLLECTION_ALREADY_RUNNING = 0xC000_0BE9, "collector set runs already";
    PLA_ERROR_SCHEDULE_OVERLAP = 0xC000_0BEA, "two times of the schedule overlap";
    PLA_COLLECTION_NOT_FOUND = 0xC000_0BEB, "no such collector set";
    PLA_ERROR_SCHEDULE_ELAPSED = 0xC000_0BEC, "schedule lies in the past";
    PLA_ERROR_NOSTART = 0xC000_0BED, "collector set could not be started";
    PLA_ERROR_ALREADY_EXISTS = 0xC000_0BEE, "collector set of this name exists already";
    PLA_ERROR_TYPE_MISMATCH = 0xC000_0BEF, "setting has another type";
    PLA_ERROR_FILEPATH = 0xC000_0BF0, "path of the counter log cannot be used";
    PLA_SERVICE_ERROR = 0xC000_0BF1, "collector answered with an error";
    PLA_VALIDATION_ERROR = 0xC000_0BF2, "collector set cannot be used; read its list of remarks";
    PLA_ERROR_NAME_TOO_LONG = 0xC000_0BF4, "name of the collector set is too long";
    INVALID_SQL_LOG_FORMAT = 0xC000_0BF5, "tables of the database are not those of counter logs";
    COUNTER_ALREADY_IN_QUERY = 0xC000_0BF6, "counter is in the query already";
    BINARY_LOG_CORRUPT = 0xC000_0BF7, "counter log is damaged; what stands before the damage can be read";
    LOG_SAMPLE_TOO_SMALL = 0xC000_0BF8, "counter log has too few samples, two at least";
    OS_LATER_VERSION = 0xC000_0BF9, "counter log was written by a later version";
    OS_EARLIER_VERSION = 0xC000_0BFA, "counter log was written by an earlier version";
    INCORRECT_APPEND_TIME = 0xC000_0BFB, "samples are older than the end of the counter log they would follow";
    UNMATCHED_APPEND_COUNTER = 0xC000_0BFC, "counter log has other counters than those that would follow";
    SQL_ALTER_DETAIL_FAILED = 0xC000_0BFD, "database table could not be changed";
    QUERY_PERF_DATA_TIMEOUT = 0xC000_0BFE, "collection did not end in time; a provider or a machine is slow";
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Check that the table is in order, for it is searched by halves, and that each row explains itself.
    #[test]
    fn rows_rise_and_explain() {
        assert!(ROWS.windows(2).all(|it| it[0].status < it[1].status));
        for row in ROWS {
            assert_eq!(row.status.name(), Some(row.name));
            assert_eq!(Status::from_name(row.name), Some(row.status));
            assert!(
                !row.explanation.is_empty() && !row.explanation.ends_with('.'),
                "{}",
                row.name
            );
        }
    }

    /// Check that a status prints its name, its number as Windows writes it, and what to do.
    #[test]
    fn prints_name_number_and_advice() {
        assert_eq!(
            Status::CSTATUS_NO_OBJECT.to_string(),
            "PDH_CSTATUS_NO_OBJECT (0xC0000BB8): no such object; list the objects of the source"
        );
        assert_eq!(
            Status(5).to_string(),
            "0x00000005: status is not one of PDH"
        );
        assert_eq!(format!("{:?}", Status::NO_DATA), "PDH_NO_DATA");
    }

    /// Check that only valid and new data are success.
    #[test]
    fn warnings_and_errors_are_no_success() {
        let success: Vec<_> = Status::all().filter(|it| it.is_success()).collect();
        assert_eq!(
            success,
            [Status::CSTATUS_VALID_DATA, Status::CSTATUS_NEW_DATA]
        );
    }
}
