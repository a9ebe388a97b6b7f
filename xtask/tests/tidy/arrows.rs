//! Which crate may lean on which. What is not written here is not allowed; tests and benches may lean on anything.

use toml::{Table, Value};

/// Folder below `crates/`, and the folders that it may depend on.
const ARROWS: &[(&str, &[&str])] = &[
    ("winperf", &[]),
    ("catalog", &["winperf"]),
    ("provider", &["winperf"]),
    ("hive", &["winperf", "catalog", "provider"]),
    ("linux", &["winperf", "catalog", "provider"]),
    ("pdh", &["winperf", "catalog"]),
    (
        "cli",
        &["winperf", "catalog", "provider", "hive", "linux", "pdh"],
    ),
];

/// Crates that compute and do nothing else: they need nothing from outside the workspace.
const PURE: &[&str] = &["winperf", "catalog"];

pub(crate) fn complaints(manifests: &[(String, Table)]) -> Vec<String> {
    let mut found = Vec::new();
    for (folder, manifest) in manifests {
        let Some((_, allowed)) = ARROWS.iter().find(|(it, _)| it == folder) else {
            found.push(format!("crates/{folder}: not in the table of arrows"));
            continue;
        };
        let name = manifest.get("package").and_then(|it| it.get("name"));
        if name.and_then(Value::as_str) != Some(&format!("perfhive-{folder}")) {
            found.push(format!("crates/{folder}: package {name:?}"));
        }
        for name in dependencies(manifest) {
            match name.strip_prefix("perfhive-") {
                Some(target) if !allowed.contains(&target) => {
                    found.push(format!("crates/{folder}: no arrow to {target}"));
                }
                None if PURE.contains(&folder.as_str()) => {
                    found.push(format!("crates/{folder}: pure, and depends on {name}"));
                }
                _ => {}
            }
        }
    }
    for (folder, _) in ARROWS {
        if !manifests.iter().any(|(it, _)| it == folder) {
            found.push(format!("crates/{folder}: in the table of arrows, but gone"));
        }
    }
    found
}

/// The packages that a manifest names in any table of dependencies but that of tests.
fn dependencies(manifest: &Table) -> Vec<String> {
    let targets = manifest.get("target").and_then(Value::as_table);
    [manifest]
        .into_iter()
        .chain(
            targets
                .into_iter()
                .flat_map(Table::values)
                .filter_map(Value::as_table),
        )
        .flat_map(|it| [it.get("dependencies"), it.get("build-dependencies")])
        .filter_map(|it| it?.as_table())
        .flatten()
        .map(|(key, value)| {
            let renamed = value.get("package").and_then(Value::as_str);
            renamed.unwrap_or(key).to_owned()
        })
        .collect()
}

/// Check that an arrow is found in every table that can hold one, whatever it is called there.
#[test]
fn forbidden_arrows_are_found() {
    let provider = "[package]\nname = \"perfhive-provider\"\n";
    let parse = |text: &str| {
        let mut manifests = ARROWS
            .iter()
            .map(|(folder, _)| {
                let text = format!("[package]\nname = \"perfhive-{folder}\"");
                ((*folder).to_owned(), text.parse::<Table>().unwrap())
            })
            .filter(|(folder, _)| folder != "provider")
            .collect::<Vec<_>>();
        manifests.push((
            "provider".into(),
            format!("{provider}{text}").parse().unwrap(),
        ));
        manifests
    };
    for text in [
        "",
        "[dependencies]\nperfhive-winperf.workspace = true\nanyhow = \"1\"",
        "[dev-dependencies]\nperfhive-hive.workspace = true",
    ] {
        assert_eq!(complaints(&parse(text)), [""; 0], "{text}");
    }
    for text in [
        "[dependencies]\nperfhive-hive.workspace = true",
        "[dependencies]\nother = { package = \"perfhive-hive\", path = \"../hive\" }",
        "[build-dependencies]\nperfhive-hive = { path = \"../hive\" }",
        "[target.'cfg(unix)'.dependencies]\nperfhive-hive.workspace = true",
    ] {
        let expected = ["crates/provider: no arrow to hive"];
        assert_eq!(complaints(&parse(text)), expected, "{text}");
    }
    let mut manifests = parse("");
    let pure = "[package]\nname = \"perfhive-winperf\"\n[dependencies]\nserde = \"1\"";
    manifests[0].1 = pure.parse().unwrap();
    let expected = ["crates/winperf: pure, and depends on serde"];
    assert_eq!(complaints(&manifests), expected);
    manifests[0].0 = "new".into();
    assert_eq!(
        complaints(&manifests),
        [
            "crates/new: not in the table of arrows",
            "crates/winperf: in the table of arrows, but gone",
        ]
    );
}
