//! Start, stop, restart, and two sets of engines at once.

use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::os::unix::fs::MetadataExt;

use engines::{Durability, Engines, External, Nats, Options, Postgres};

use crate::clients::{create_stream, holds_one_message, publish, query, request};
use crate::{Home, shell};

#[test]
fn both_engines_answer_only_with_the_password() {
    let home = Home::new("password");
    let engines = Engines::start(&home.options(), External::default()).unwrap();
    assert_eq!(query(engines.maintenance_url(), "select 1"), Ok("1".to_owned()));
    assert!(request(engines.nats_url(), "$JS.API.INFO", "").is_ok());

    let stranger = |url: &str| {
        let (before, after) = url.split_once('@').unwrap();
        let (user, _) = before.rsplit_once(':').unwrap();
        format!("{user}:guess@{after}")
    };
    let refused = query(&stranger(engines.maintenance_url()), "select 1").unwrap_err();
    assert!(refused.contains("password authentication failed"), "{refused}");
    let refused = request(&stranger(engines.nats_url()), "$JS.API.INFO", "").unwrap_err();
    assert!(refused.contains("Authorization Violation"), "{refused}");
}

#[test]
fn a_service_says_and_hears_what_it_may_in_the_cluster() {
    let home = Home::new("users");
    let engines = Engines::start(&home.options(), External::default()).unwrap();
    let users =
        std::fs::read_to_string(engines::checkout().join("deploy/k8s/engines/nats/users.conf")).unwrap();
    let services: Vec<_> = users
        .lines()
        .filter(|line| line.contains("permissions:"))
        .filter_map(|line| line.split_once("user: ")?.1.split_once(','))
        .map(|(service, _)| service)
        .collect();
    assert!(services.len() > 2, "{services:?}");
    for service in services {
        let refused = request(&engines.nats_url_of(service), "$JS.API.STREAM.LIST", "").unwrap_err();
        assert!(refused.contains("Permissions Violation"), "{service}: {refused}");
    }
    assert!(request(&engines.nats_url_of("operator"), "$JS.API.STREAM.LIST", "").is_ok());
}

#[test]
fn secrets_are_readable_by_their_owner_only() {
    let home = Home::new("secrets");
    let options = home.options();
    let _engines = Engines::start(&options, External::default()).unwrap();
    for file in ["postgres/password", "nats/nats.conf"] {
        let mode = std::fs::metadata(options.state_folder().join(file))
            .unwrap()
            .mode();
        assert_eq!(mode & 0o777, 0o600, "{file}");
    }
    for folder in ["postgres", "nats"] {
        let mode = std::fs::metadata(options.state_folder().join(folder))
            .unwrap()
            .mode();
        assert_eq!(mode & 0o777, 0o700, "{folder}");
    }
}

#[test]
fn a_temporary_folder_lasts_as_long_as_engines_that_need_no_folder_and_goes_with_them() {
    let options = Options::temporary(engines::checkout()).unwrap();
    let folder = options.state_folder().to_owned();
    let external = External {
        database_url: Some("postgres://user@elsewhere/postgres".to_owned()),
        nats_url: Some("nats://elsewhere".to_owned()),
    };
    let engines = Engines::start(&options, external).unwrap();
    drop(options);
    assert!(folder.is_dir(), "others keep files in it");
    engines.stop();
    assert!(!folder.exists(), "the last user deletes it");
}

#[test]
fn a_private_folder_that_stood_open_is_closed() {
    let home = Home::new("private");
    let options = home.options();
    let mails = options.state_folder().join("mails");
    std::fs::create_dir(&mails).unwrap();
    assert_eq!(options.private_folder("mails").unwrap(), mails);
    assert_eq!(std::fs::metadata(&mails).unwrap().mode() & 0o777, 0o700);
}

#[test]
fn the_data_belongs_to_an_unprivileged_account_even_if_root_started_it() {
    let home = Home::new("account");
    let options = home.options();
    let _postgres = Postgres::start(&options).unwrap();
    let owner = std::fs::metadata(options.state_folder().join("postgres/data"))
        .unwrap()
        .uid();
    let us: u32 = shell("id -u").parse().unwrap();
    match us {
        0 => assert_ne!(owner, 0),
        us => assert_eq!(owner, us),
    }
}

#[test]
fn data_survives_a_stop_and_a_start_on_the_same_folder() {
    let home = Home::new("survives");
    let engines = Engines::start(&home.options(), External::default()).unwrap();
    query(engines.maintenance_url(), "create database shop").unwrap();
    query(
        &engines.database_url("shop"),
        "create table orders as select 7 as total",
    )
    .unwrap();
    create_stream(engines.nats_url());
    publish(engines.nats_url());
    engines.stop();

    let engines = Engines::start(&home.options(), External::default()).unwrap();
    assert_eq!(
        query(&engines.database_url("shop"), "select total from orders"),
        Ok("7".to_owned())
    );
    assert!(holds_one_message(engines.nats_url()));
}

#[test]
fn acknowledged_data_survives_a_crash_and_the_addresses_stay() {
    let home = Home::new("crash");
    let mut engines = Engines::start(&home.options(), External::default()).unwrap();
    let (postgres_url, nats_url) = (
        engines.maintenance_url().to_owned(),
        engines.nats_url().to_owned(),
    );
    query(&postgres_url, "create table orders as select 7 as total").unwrap();
    create_stream(&nats_url);
    publish(&nats_url);

    let postgres = engines.postgres().unwrap();
    postgres.crash();
    query(&postgres_url, "select 1").unwrap_err();
    postgres.restart().unwrap();
    assert_eq!(
        query(&postgres_url, "select total from orders"),
        Ok("7".to_owned())
    );

    let nats = engines.nats().unwrap();
    nats.kill();
    request(&nats_url, "$JS.API.INFO", "").unwrap_err();
    nats.restart().unwrap();
    assert!(holds_one_message(&nats_url));
}

#[test]
fn full_durability_waits_for_the_disk() {
    let home = Home::new("full");
    let options = Options::at(&home.0, engines::checkout(), Durability::Full).unwrap();
    let engines = Engines::start(&options, External::default()).unwrap();
    for setting in ["fsync", "synchronous_commit", "full_page_writes"] {
        assert_eq!(
            query(engines.maintenance_url(), &format!("show {setting}")),
            Ok("on".to_owned()),
            "{setting}"
        );
    }
    let configuration = std::fs::read_to_string(options.state_folder().join("nats/nats.conf")).unwrap();
    assert!(configuration.contains("sync_interval: always"), "{configuration}");
}

#[test]
fn two_instances_run_side_by_side_while_the_usual_ports_are_taken() {
    // These ports are in use now, by this test or by a server of the machine.
    let _in_the_way = [5432, 4222].map(|port| TcpListener::bind((Ipv4Addr::LOCALHOST, port)));
    let (one, two) = (Home::new("one"), Home::new("two"));
    let one = Engines::start(&one.options(), External::default()).unwrap();
    let two = Engines::start(&two.options(), External::default()).unwrap();
    for engines in [&one, &two] {
        assert_eq!(query(engines.maintenance_url(), "select 1"), Ok("1".to_owned()));
        assert!(request(engines.nats_url(), "$JS.API.INFO", "").is_ok());
    }
}

#[test]
fn a_folder_in_use_is_refused_until_its_engines_are_gone() {
    let home = Home::new("in-use");
    let nats = Nats::start(&home.options()).unwrap();
    let refused = Options::at(&home.0, engines::checkout(), Durability::None)
        .unwrap_err()
        .to_string();
    assert!(refused.contains("is in use by process"), "{refused}");
    drop(nats);
    home.options();
}

#[test]
fn a_stopped_engine_leaves_its_port() {
    let home = Home::new("port");
    let mut nats = Nats::start(&home.options()).unwrap();
    nats.stop();
    assert!(TcpStream::connect((Ipv4Addr::LOCALHOST, nats.port())).is_err());
}

#[test]
fn external_addresses_replace_private_engines() {
    let home = Home::new("external");
    let external = External {
        database_url: Some("postgres://me@db.example:5432/postgres?sslmode=require".to_owned()),
        nats_url: Some("nats://nats.example:4222".to_owned()),
    };
    let mut engines = Engines::start(&home.options(), external).unwrap();
    assert!(engines.postgres().is_none() && engines.nats().is_none());
    assert_eq!(
        engines.database_url("orders"),
        "postgres://me@db.example:5432/orders?sslmode=require"
    );
    assert_eq!(engines.nats_url(), "nats://nats.example:4222");
}

#[test]
fn a_path_with_spaces_and_quotes_is_fine() {
    let home = Home::new(r#"it's "quoted""#);
    let engines = Engines::start(&home.options(), External::default()).unwrap();
    assert_eq!(query(engines.maintenance_url(), "select 1"), Ok("1".to_owned()));
}
