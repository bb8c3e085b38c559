//! The operator's command that imports delivery rules of pincodes from a CSV file, completely or not at all.

use std::{
    collections::BTreeSet,
    fs::File,
    io::{self, Read},
    path::PathBuf,
};

use anyhow::Context as _;
use sqlx::PgPool;

use crate::delivery::{
    pincode_row::{PINCODE, PincodeCells},
    pincodes::{self, PincodeDecision},
};

/// The maximum number of wrong lines to print.
const MOST_SHOWN: usize = 20;

/// Set the delivery rules of pincodes from a CSV file
#[derive(Debug, clap::Args)]
pub struct Pincodes {
    /// The file, or `-` for standard input. Columns: pincode, zone (city, near, metro, rest or far),
    /// delivery, cash (yes or no) and fee, with amounts in whole rupees from 0 to 100. An empty cell returns
    /// to the rule of the district or zone
    file: PathBuf,
    /// Only check the file
    #[arg(long)]
    dry_run: bool,
}

impl Pincodes {
    /// Applies the file and prints the number of pincodes. Changes nothing when a row is wrong.
    pub async fn run(self, db: &PgPool) -> anyhow::Result<()> {
        let (decisions, mut wrong) = parse(self.open()?)?;
        let unknown = pincodes::unknown_of(db, &decisions).await?;
        wrong.extend(
            unknown
                .iter()
                .map(|pincode| format!("pincode: there is no {pincode}")),
        );
        if !wrong.is_empty() {
            let told = wrong
                .iter()
                .take(MOST_SHOWN)
                .cloned()
                .collect::<Vec<_>>()
                .join("\n");
            anyhow::bail!("{told}\n{} are wrong; nothing was changed", wrong.len());
        }
        if !self.dry_run {
            pincodes::decide(db, &decisions).await?;
        }
        let done = if self.dry_run { "can be" } else { "are" };
        println!("{} pincodes {done} decided", decisions.len());
        Ok(())
    }

    fn open(&self) -> anyhow::Result<Box<dyn Read + Send>> {
        if self.file.as_os_str() == "-" {
            return Ok(Box::new(io::stdin()));
        }
        let file =
            File::open(&self.file).with_context(|| format!("{} cannot be read", self.file.display()))?;
        Ok(Box::new(file))
    }
}

/// Returns the rules in a file, and its errors with line and column. Fails if the file has no header or no
/// pincode column.
fn parse(file: impl Read) -> anyhow::Result<(Vec<PincodeDecision>, Vec<String>)> {
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(file);
    let (mut decisions, mut wrong) = (Vec::new(), Vec::new());
    let mut seen = BTreeSet::new();
    let headers = reader.headers().context("the file has no first line")?.clone();
    anyhow::ensure!(
        headers.iter().any(|name| name == PINCODE),
        "the first line must name the columns: pincode,zone,delivery,cash,fee"
    );
    let mut record = csv::StringRecord::new();
    loop {
        let line = reader.position().line();
        match reader.read_record(&mut record) {
            Ok(false) => break,
            Ok(true) => {}
            Err(error) => {
                wrong.push(format!("line {line}: {error}"));
                continue;
            }
        }
        let cell = |column: &str| {
            let place = headers.iter().position(|name| name == column);
            place.and_then(|place| record.get(place)).unwrap_or_default()
        };
        match PincodeCells::from_columns(cell).validate() {
            Ok(decision) if seen.insert(decision.pincode.clone()) => decisions.push(decision),
            Ok(decision) => wrong.push(format!(
                "line {line}, {PINCODE}: {} is listed twice",
                decision.pincode
            )),
            Err(violations) => {
                let told = violations
                    .iter()
                    .map(|violation| format!("line {line}, {}: {}", violation.field, violation.message()));
                wrong.extend(told);
            }
        }
    }
    Ok((decisions, wrong))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::delivery::zone::Zone;

    #[test]
    fn a_file_decides_for_pincodes() {
        let file = "pincode,zone,delivery,cash,fee\n395007, near, 40 ,yes,0\n781001,,,,\n";
        let (decisions, wrong) = parse(file.as_bytes()).expect("it is such a file");
        assert!(wrong.is_empty(), "{wrong:?}");
        let decided = PincodeDecision {
            pincode: "395007".to_owned(),
            zone: Some(Zone::Near),
            delivery_paise: Some(4_000),
            takes_cash: Some(true),
            cod_fee_paise: Some(0),
        };
        let as_before = PincodeDecision {
            pincode: "781001".to_owned(),
            zone: None,
            delivery_paise: None,
            takes_cash: None,
            cod_fee_paise: None,
        };
        assert_eq!(decisions, [decided, as_before]);
    }

    #[test]
    fn errors_name_line_and_column() {
        let file = "pincode,zone,delivery,cash,fee\n39500,,,,\n395007,moon,,,\n395008,,101,,\n395009,,,maybe,\n\
                    395010,,,,-1\n395011,,,,\n395011,,,,\n395012,,\n";
        let (decisions, wrong) = parse(file.as_bytes()).expect("it is such a file");
        assert_eq!(decisions.len(), 1);
        let begins = [
            "line 2, pincode: 39500 has",
            "line 3, zone: moon is",
            "line 4, delivery: 101 is",
            "line 5, cash: maybe is",
            "line 6, fee: -1 is",
            "line 8, pincode: 395011 is listed twice",
            "line 9: ",
        ];
        assert_eq!(wrong.len(), begins.len(), "{wrong:?}");
        for (told, begin) in wrong.iter().zip(begins) {
            assert!(told.starts_with(begin), "{told}");
        }
        assert!(parse("a,b\n1,2\n".as_bytes()).is_err());
        assert!(parse("".as_bytes()).is_err());
    }

    #[test]
    fn fuzz_of_pincode_files() {
        let corpus = [
            "pincode,zone,delivery,cash,fee\n395007,near,40,yes,0\n",
            "pincode\n1\n",
        ];
        fuzz::feed_text("pincode files", &corpus, |text| {
            if let Ok((decisions, _)) = parse(text.as_bytes()) {
                assert!(decisions.iter().all(|decision| decision.pincode.len() == 6));
            }
        });
    }
}
