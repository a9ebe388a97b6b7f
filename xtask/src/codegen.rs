//! Reads all object files, renders all products, writes or compares them.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, ensure};

use crate::check::check_across;
use crate::model::ObjectFile;
use crate::{render_docs, render_rust};

const GENERATED: &str = "crates/catalog/src/generated";

/// All products by their path below the repository.
pub fn render(repository: &Path) -> anyhow::Result<BTreeMap<PathBuf, String>> {
    let objects = read_objects(&repository.join("crates/catalog/objects"))?;
    let generated = Path::new(GENERATED);
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

/// Modules of objects that are no more: they are there, and no definition gives them.
pub fn left_over(repository: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let products = render(repository)?;
    let mut left_over = Vec::new();
    let generated = repository.join(GENERATED);
    for entry in fs::read_dir(&generated).with_context(|| generated.display().to_string())? {
        let path = Path::new(GENERATED).join(entry?.file_name());
        if !products.contains_key(&path) {
            left_over.push(path);
        }
    }
    Ok(left_over)
}

/// Writes all products, and removes what is left over.
pub fn write(repository: &Path) -> anyhow::Result<()> {
    for (path, text) in render(repository)? {
        let path = repository.join(path);
        if let Some(dir) = path.parent() {
            fs::create_dir_all(dir)?;
        }
        fs::write(&path, text).with_context(|| path.display().to_string())?;
    }
    for path in left_over(repository)? {
        let path = repository.join(path);
        fs::remove_file(&path).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// The objects of a directory by index.
fn read_objects(dir: &Path) -> anyhow::Result<Vec<ObjectFile>> {
    let mut objects = Vec::<ObjectFile>::new();
    for entry in fs::read_dir(dir).with_context(|| dir.display().to_string())? {
        let path = entry?.path();
        if path.extension().is_none_or(|it| it != "toml") {
            continue;
        }
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let object = ObjectFile::parse(&text).with_context(|| path.display().to_string())?;
        objects.push(object);
    }
    objects.sort_by_key(|it| it.index);
    check_across(&objects)?;
    Ok(objects)
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
