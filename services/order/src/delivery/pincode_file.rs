//! An operator decides what delivery to some pincodes costs: a CSV file, all of it or nothing.

use std::{
    collections::BTreeSet,
    fs::File,
    io::{self, Read},
    path::PathBuf,
};

use anyhow::Context as _;
use serde::Deserialize;
use sqlx::PgPool;

use crate::delivery::{
    pincodes::{self, Decision},
    zone::Zone,
};

/// What the policy page promises at most, in rupees.
const MOST: u32 = 100;

/// Lines that are told of at most when they are wrong.
const TOLD: usize = 20;

/// Decide what delivery to some pincodes costs.
#[derive(Debug, clap::Args)]
pub struct Pincodes {
    /// The file, or `-` for what comes in. Columns pincode, zone (city, near, metro, rest or far), delivery, cash (yes or no) and fee, the amounts in whole
    /// rupees from 0 to 100; where a cell is empty, the pincode's district or zone decides again
    file: PathBuf,
    /// Only say what is wrong with it
    #[arg(long)]
    dry_run: bool,
}

/// A row as it stands in the file.
#[derive(Debug, Deserialize)]
struct Row {
    pincode: String,
    zone: Option<String>,
    delivery: Option<String>,
    cash: Option<String>,
    fee: Option<String>,
}

impl Pincodes {
    /// Writes what the file says, and prints how much that was. Changes nothing when a row is wrong.
    pub async fn run(self, db: &PgPool) -> anyhow::Result<()> {
        let (decisions, mut wrong) = read(self.open()?)?;
        let unknown = pincodes::unknown_of(db, &decisions).await?;
        wrong.extend(
            unknown
                .iter()
                .map(|pincode| format!("pincode: there is no {pincode}")),
        );
        if !wrong.is_empty() {
            let told = wrong.iter().take(TOLD).cloned().collect::<Vec<_>>().join("\n");
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

/// The decisions of a file, and what is wrong with it by line and column. Fails when it is no such file at all.
fn read(file: impl Read) -> anyhow::Result<(Vec<Decision>, Vec<String>)> {
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(file);
    let (mut decisions, mut wrong) = (Vec::new(), Vec::new());
    let mut seen = BTreeSet::new();
    let headers = reader.headers().context("the file has no first line")?.clone();
    anyhow::ensure!(
        headers.iter().any(|name| name == "pincode"),
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
        let row = record.deserialize::<Row>(Some(&headers));
        match row.map_err(|error| error.to_string()).and_then(Row::read) {
            Ok(decision) if seen.insert(decision.pincode.clone()) => decisions.push(decision),
            Ok(decision) => wrong.push(format!(
                "line {line}, pincode: {} is there twice",
                decision.pincode
            )),
            Err(error) => wrong.push(format!("line {line}, {error}")),
        }
    }
    Ok((decisions, wrong))
}

impl Row {
    fn read(self) -> Result<Decision, String> {
        let is_pincode = self.pincode.len() == 6 && self.pincode.bytes().all(|byte| byte.is_ascii_digit());
        if !is_pincode {
            return Err(format!("pincode: {} has not six digits", self.pincode));
        }
        let zone = non_empty(self.zone).map(|word| {
            Zone::read(&word)
                .ok_or_else(|| format!("zone: {word} is none of city, near, metro, rest and far"))
        });
        let takes_cash = non_empty(self.cash).map(|word| match word.as_str() {
            "yes" => Ok(true),
            "no" => Ok(false),
            _ => Err(format!("cash: {word} is neither yes nor no")),
        });
        Ok(Decision {
            pincode: self.pincode,
            zone: zone.transpose()?,
            delivery_paise: rupees("delivery", self.delivery)?,
            takes_cash: takes_cash.transpose()?,
            cod_fee_paise: rupees("fee", self.fee)?,
        })
    }
}

fn non_empty(cell: Option<String>) -> Option<String> {
    cell.filter(|text| !text.is_empty())
}

fn rupees(column: &str, cell: Option<String>) -> Result<Option<i64>, String> {
    let Some(text) = non_empty(cell) else {
        return Ok(None);
    };
    match text.parse::<u32>() {
        Ok(rupees) if rupees <= MOST => Ok(Some(i64::from(rupees) * 100)),
        _ => Err(format!("{column}: {text} is no number from 0 to {MOST}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_decides_for_pincodes() {
        let file = "pincode,zone,delivery,cash,fee\n395007, near, 40 ,yes,0\n781001,,,,\n";
        let (decisions, wrong) = read(file.as_bytes()).expect("it is such a file");
        assert!(wrong.is_empty(), "{wrong:?}");
        let decided = Decision {
            pincode: "395007".to_owned(),
            zone: Some(Zone::Near),
            delivery_paise: Some(4_000),
            takes_cash: Some(true),
            cod_fee_paise: Some(0),
        };
        let as_before = Decision {
            pincode: "781001".to_owned(),
            zone: None,
            delivery_paise: None,
            takes_cash: None,
            cod_fee_paise: None,
        };
        assert_eq!(decisions, [decided, as_before]);
    }

    #[test]
    fn what_is_wrong_is_told_by_line_and_column() {
        let file = "pincode,zone,delivery,cash,fee\n39500,,,,\n395007,moon,,,\n395008,,101,,\n395009,,,maybe,\n\
                    395010,,,,-1\n395011,,,,\n395011,,,,\n395012,,\n";
        let (decisions, wrong) = read(file.as_bytes()).expect("it is such a file");
        assert_eq!(decisions.len(), 1);
        let begins = [
            "line 2, pincode: 39500 has",
            "line 3, zone: moon is",
            "line 4, delivery: 101 is",
            "line 5, cash: maybe is",
            "line 6, fee: -1 is",
            "line 8, pincode: 395011 is there twice",
            "line 9: ",
        ];
        assert_eq!(wrong.len(), begins.len(), "{wrong:?}");
        for (told, begin) in wrong.iter().zip(begins) {
            assert!(told.starts_with(begin), "{told}");
        }
        assert!(read("a,b\n1,2\n".as_bytes()).is_err());
        assert!(read("".as_bytes()).is_err());
    }

    #[test]
    fn fuzz_of_pincode_files() {
        let corpus = [
            "pincode,zone,delivery,cash,fee\n395007,near,40,yes,0\n",
            "pincode\n1\n",
        ];
        fuzz::feed_text("pincode files", &corpus, |text| {
            if let Ok((decisions, _)) = read(text.as_bytes()) {
                assert!(decisions.iter().all(|decision| decision.pincode.len() == 6));
            }
        });
    }
}
