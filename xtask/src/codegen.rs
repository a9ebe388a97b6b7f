//! Reads all object files, renders all products, writes or compares them.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, ensure};

use crate::model::ObjectFile;
use crate::{render_docs, render_rust};

/// All products by their path below the repository.
pub fn render(repository: &Path) -> anyhow::Result<BTreeMap<PathBuf, String>> {
    let objects = read_objects(&repository.join("crates/catalog/objects"))?;
    let generated = Path::new("crates/catalog/src/generated");
    let mut products = BTreeMap::new();
    for object in &objects {
        let path = generated.join(format!("{}.rs", object.ident));
        products.insert(path, rustfmt(&render_rust::object(object)?)?);
    }
    products.insert(
        generated.join("mod.rs"),
        rustfmt(&render_rust::module(&objects))?,
    );
    products.insert("docs/objects.md".into(), render_docs::objects(&objects)?);
    Ok(products)
}

/// Writes all products.
pub fn write(repository: &Path) -> anyhow::Result<()> {
    for (path, text) in render(repository)? {
        let path = repository.join(path);
        if let Some(dir) = path.parent() {
            fs::create_dir_all(dir)?;
        }
        fs::write(&path, text).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// The objects of a directory by index.
fn read_objects(dir: &Path) -> anyhow::Result<Vec<ObjectFile>> {
    let mut objects = Vec::<ObjectFile>::new();
    for entry in fs::read_dir(dir).with_context(|| dir.display().to_string())? {
        let path = entry?.path();
        let text = fs::read_to_string(&path)?;
        let object = ObjectFile::parse(&text).with_context(|| path.display().to_string())?;
        objects.push(object);
    }
    objects.sort_by_key(|it| it.index);
    check_across(&objects)?;
    Ok(objects)
}

/// An index means one text, whatever object it stands in.
fn check_across(objects: &[ObjectFile]) -> anyhow::Result<()> {
    let mut texts = BTreeMap::<u32, &str>::new();
    let mut add = |index, text| {
        let known = texts.entry(index).or_insert(text);
        ensure!(
            *known == text,
            "index {index} means \"{known}\" and \"{text}\""
        );
        Ok(())
    };
    for object in objects {
        add(object.index, &object.name.en)?;
        add(object.help_index, &object.help.en)?;
        for counter in &object.counters {
            add(counter.index, &counter.name.en)?;
            if counter.help_index % 2 == 1 && !counter.ident.ends_with("_base") {
                add(counter.help_index, &counter.help.en)?;
            }
        }
    }
    Ok(())
}

fn rustfmt(source: &str) -> anyhow::Result<String> {
    let mut child = Command::new("rustfmt")
        .args(["--edition", "2024"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("rustfmt")?;
    let mut stdin = child.stdin.take().context("rustfmt takes no input")?;
    stdin.write_all(source.as_bytes())?;
    drop(stdin);
    let output = child.wait_with_output()?;
    ensure!(output.status.success(), "rustfmt failed");
    Ok(String::from_utf8(output.stdout)?)
}
