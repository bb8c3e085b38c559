//! Compares docs/RETENTION.md with the tables of all services and the periodic tasks that it names.

use std::{collections::BTreeSet, fs, path::Path};

use local::registry::Service;
use sqlx::{Connection as _, PgConnection};

use crate::{shop::OpenShop, stored_data};

/// A row of the page about a table of a database.
struct Row {
    service: String,
    table: String,
    tasks: Vec<String>,
}

/// The texts between back quotes.
fn quoted(cell: &str) -> impl Iterator<Item = String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned)
}

fn rows() -> Vec<Row> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/RETENTION.md");
    let page = fs::read_to_string(page).expect("the page is there");
    let rows = page.lines().filter_map(|line| {
        let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [service, table, _, _, _, cleared] = cells[..] else {
            return None;
        };
        Some(Row {
            service: service.to_owned(),
            table: quoted(table).next()?,
            tasks: quoted(cleared).collect(),
        })
    });
    rows.collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_tells_of_every_table_and_of_no_other() {
    let shop = OpenShop::shared().await;
    let rows = rows();
    let mut there = BTreeSet::new();
    for service in Service::ALL {
        let url = shop.shop.database_url(service.name());
        let mut database = PgConnection::connect(url).await.expect("the role may connect");
        for table in stored_data::tables(&mut database).await {
            let row = rows
                .iter()
                .find(|row| row.table == table && [service.name(), "all"].contains(&row.service.as_str()));
            assert!(row.is_some(), "{}'s {table} has no row", service.name());
            there.insert((row.map(|row| row.service.clone()), table));
        }
    }
    let gone = rows
        .iter()
        .filter(|row| !there.contains(&(Some(row.service.clone()), row.table.clone())));
    let gone: Vec<_> = gone.map(|row| format!("{} {}", row.service, row.table)).collect();
    assert_eq!(gone, Vec::<String>::new(), "these tables are not there");
}

/// The text of all Rust files below a folder.
fn sources(folder: &Path) -> String {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let texts = entries.map(|entry| {
        let path = entry.expect("it can be listed").path();
        if path.is_dir() {
            return sources(&path);
        }
        let is_rust = path.extension().is_some_and(|extension| extension == "rs");
        if is_rust {
            fs::read_to_string(&path).expect("it is text")
        } else {
            String::new()
        }
    });
    texts.collect()
}

#[test]
fn every_named_task_of_a_table_exists() {
    let sources = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../services"));
    for row in rows() {
        for task in &row.tasks {
            let begun = [
                format!("::new(\"{task}\", "),
                format!("::with_dependencies(\"{task}\", "),
            ];
            let is_there = begun.iter().any(|begun| sources.contains(begun.as_str()));
            assert!(is_there, "{}: there is no task {task}", row.table);
        }
    }
}
