//! The language that names and help are shown in.

use perfhive_winperf::LangId;

use crate::args::Language;

/// The language that was asked for, or that of the locale; English when neither is one of ours.
pub(crate) fn chosen(asked: Option<Language>) -> LangId {
    match asked {
        Some(Language::En) => LangId::ENGLISH,
        Some(Language::De) => LangId::GERMAN,
        Some(Language::Zh) => LangId::CHINESE_SIMPLIFIED,
        None => of_locale(&locale()),
    }
}

/// The locale for messages, by the rules of setlocale(3).
fn locale() -> String {
    let set = |name| std::env::var(name).ok().filter(|it| !it.is_empty());
    ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .find_map(set)
        .unwrap_or_default()
}

/// Traditional Chinese is another language, and is shown in English.
fn of_locale(locale: &str) -> LangId {
    let name = locale.split(['.', '@']).next().unwrap_or_default();
    match name.split('_').next() {
        Some("de") => LangId::GERMAN,
        Some("zh") if !matches!(name, "zh_TW" | "zh_HK" | "zh_MO") => LangId::CHINESE_SIMPLIFIED,
        _ => LangId::ENGLISH,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Check that locales of our languages choose them, and all others English.
    #[test]
    fn languages_of_locales() {
        for (locale, language) in [
            ("de_AT.UTF-8", LangId::GERMAN),
            ("de", LangId::GERMAN),
            ("zh_CN.GB18030", LangId::CHINESE_SIMPLIFIED),
            ("zh_TW.UTF-8", LangId::ENGLISH),
            ("C.UTF-8", LangId::ENGLISH),
            ("", LangId::ENGLISH),
            ("den_X", LangId::ENGLISH),
        ] {
            assert_eq!(of_locale(locale), language, "{locale}");
        }
    }
}
