//! Help pages and error texts, to the letter. `TRYCMD=overwrite` renews them; read what changed before you commit it.

/// Check that help and errors read as the files under `golden/` say, with the exit codes that follow their commands.
#[test]
fn help_and_errors_to_the_letter() {
    trycmd::TestCases::new()
        // The width that help is wrapped at would be that of whoever's terminal.
        .env("COLUMNS", "100")
        .env("LC_ALL", "C.UTF-8")
        .case("tests/golden/*.trycmd");
}
