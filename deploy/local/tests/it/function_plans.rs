//! The plans of statements inside database functions, which `EXPLAIN` of a call does not show. Each function
//! is called, and PostgreSQL logs the plans.

use std::{
    io::Write as _,
    process::{Command, Stdio},
};

use serde_json::Value;
use url::Url;

use crate::{
    query_plans::{BY_INDEX, whole_scans_of},
    shop::OpenShop,
};

/// Makes PostgreSQL log all plans, generic ones, with every usable index, in a transaction that is rolled
/// back.
const BEGINNING: &str = "\\set SHOW_CONTEXT always
    \\set ON_ERROR_STOP 1
    SET client_min_messages = notice; LOAD 'auto_explain';
    SET track_functions = 'all'; BEGIN;
    SET auto_explain.log_level = notice; SET auto_explain.log_nested_statements = on;
    SET auto_explain.log_format = json; SET auto_explain.log_min_duration = 0;";

/// Reports functions that access tables but were not called, and the partial indexes.
const END: &str = "SET CONSTRAINTS ALL IMMEDIATE;
    SET auto_explain.log_min_duration = -1;
    SELECT 'not called: ' || proname FROM pg_proc JOIN pg_language ON pg_language.oid = prolang
    WHERE pronamespace = 'public'::regnamespace AND lanname IN ('sql', 'plpgsql')
      AND prosrc ~ '\\m(FROM|INTO|UPDATE|JOIN)\\s+[a-z_]' AND coalesce(pg_stat_get_xact_function_calls(pg_proc.oid), 0) = 0;
    SELECT 'partial: ' || indexrelid::regclass FROM pg_index WHERE indpred IS NOT NULL;
    ROLLBACK;";

/// A stock correction, for the ledger's triggers.
const INVENTORY: &str = "
    INSERT INTO movements (id, batch_id, kind, quantity, actor_id, reason)
    SELECT gen_random_uuid(), id, 'adjusted', 1, gen_random_uuid(), 'Counted again.' FROM batches LIMIT 1;";

/// The calls of a service's functions. Other services have no functions that access tables.
fn calls(service: &str) -> &'static str {
    match service {
        "inventory" => INVENTORY,
        _ => "",
    }
}

/// Runs statements with psql, and returns the output and PostgreSQL's notices.
fn psql(database: &str, statements: &str) -> (String, String) {
    let mut url = Url::parse(&testkit::database_url()).expect("it is a URL");
    url.set_path(database);
    let mut psql = Command::new("psql")
        .args([
            "--no-psqlrc",
            "--quiet",
            "--tuples-only",
            "--no-align",
            url.as_str(),
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("psql is on the PATH");
    let mut input = psql.stdin.take().expect("it is piped");
    let statements = statements.to_owned();
    let writing = std::thread::spawn(move || input.write_all(statements.as_bytes()));
    let output = psql.wait_with_output().expect("it ends");
    writing.join().expect("it ends").expect("psql reads all");
    let text = |bytes| String::from_utf8(bytes).expect("it is text");
    let (said, noted) = (text(output.stdout), text(output.stderr));
    assert!(output.status.success(), "{noted}");
    (said, noted)
}

/// The plans of nested statements, each with its context.
fn nested_plans(noted: &str) -> Vec<(Value, &str)> {
    let told = noted.split("NOTICE:  duration: ").skip(1);
    let plans = told.filter_map(|note| {
        let (_, plan) = note.split_once("plan:")?;
        let mut values = serde_json::Deserializer::from_str(plan).into_iter();
        let value: Value = values.next()?.expect("a plan is JSON");
        let (_, place) = plan[values.byte_offset()..].split_once("CONTEXT:")?;
        Some((value, place.trim()))
    });
    plans.collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn no_statement_inside_a_function_scans_a_table_that_grows() {
    let shop = OpenShop::start().await;
    let (mut faults, mut seen) = (Vec::new(), 0);
    for (service, _) in shop.shop.services() {
        let url = Url::parse(shop.shop.database_url(service)).expect("it is a URL");
        let database = url.path().trim_start_matches('/');
        let (said, noted) = psql(database, &[BY_INDEX, BEGINNING, calls(service), END].join("\n"));
        let told = |what| said.lines().filter_map(move |line| line.strip_prefix(what));
        faults
            .extend(told("not called: ").map(|function| format!("{service}: {function} is not called here")));
        let partial = told("partial: ").map(str::to_owned).collect();
        for (plan, place) in nested_plans(&noted) {
            seen += 1;
            let scans = whole_scans_of(&plan["Plan"], &partial);
            if !scans.is_empty() {
                faults.push(format!("{service}: {scans:?} in {} {place}", plan["Query Text"]));
            }
        }
    }
    assert!(seen > 0, "no statement inside of a function was seen");
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
    shop.close().await;
}
