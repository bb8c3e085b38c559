//! The registry of the shop's programs: their names, ports, dependencies and events.
//!
//! Other lists of services are generated from it (`registry_files`) or compared with it by tests: manifests,
//! databases and roles, NATS users, addresses, images, alerts, and the map in ARCHITECTURE.md.

mod gateways;

use std::collections::BTreeSet;

use clap::Args as _;
use outbox::{StreamConfig, Subscription};
use runtime::Callers;
use sqlx::migrate::Migrator;

pub use gateways::{gateway, office};

/// A service: a program with its own database that serves gRPC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Service {
    /// Products and prices.
    Catalog,
    /// Accounts.
    Identity,
    /// Reviews.
    Review,
    /// Messages to the shop.
    Contact,
    /// Stock.
    Inventory,
    /// Orders.
    Order,
    /// Payments and refunds.
    Payment,
    /// Invoices and the ledger.
    Billing,
    /// Mails that follow events.
    Notification,
}

/// The registry's entry of a program.
#[derive(Debug)]
pub struct Program {
    /// The name of the crate, binary, image, deployment, role and NATS user.
    pub name: &'static str,
    /// The default port on a developer's machine.
    pub port: u16,
    /// The services that it calls.
    pub calls: &'static [Service],
    /// The events that it publishes and consumes.
    pub events: Events,
    /// The settings that only it gets.
    pub needs: Needs,
}

/// The settings that a program gets in a cluster, in addition to common ones and those that follow from its
/// dependencies and events.
#[derive(Debug, Clone, Copy, Default)]
pub struct Needs {
    /// The variable of a key that no other program has.
    pub key: Option<&'static str>,
    /// The settings that it takes from the `ConfigMap` `shop`.
    pub shop: &'static [&'static str],
    /// True if it sends mails: it gets a mail server and may reach it.
    pub mail: bool,
    /// True if it signs staff tokens: it gets the key.
    pub signs_staff_tokens: bool,
}

/// The events of a program. Its NATS user has permissions for these only.
#[derive(Debug, Default)]
pub struct Events {
    /// The stream that it creates, and that its outbox fills.
    pub publishes: Option<StreamConfig>,
    /// The durable consumers that it creates and reads.
    pub consumes: Vec<Subscription>,
    /// The subjects that it subscribes to without a consumer.
    pub hears: &'static [&'static str],
}

impl Service {
    /// All services in the order of their start: a service comes after those that it calls.
    pub const ALL: [Self; 9] = [
        Self::Catalog,
        Self::Identity,
        Self::Contact,
        Self::Inventory,
        Self::Order,
        Self::Payment,
        Self::Billing,
        Self::Review,
        Self::Notification,
    ];

    /// Returns the registry's entry.
    pub fn program(self) -> Program {
        match self {
            Self::Catalog => Program {
                events: Events::publishing(catalog::events::STREAM),
                ..quiet("catalog", 7001)
            },
            Self::Identity => Program {
                calls: &[Self::Catalog],
                events: Events::publishing(identity::events::STREAM),
                needs: Needs {
                    signs_staff_tokens: true,
                    shop: &["OFFICE_URL"],
                    ..Needs::key("CODE_KEY").and_mail()
                },
                ..quiet("identity", 7003)
            },
            Self::Review => Program {
                calls: &[Self::Catalog, Self::Order, Self::Identity],
                events: Events::default().consuming(review::subscriptions()),
                needs: Needs::of_shop(&["SAMPLE_REVIEWS"]),
                ..quiet("review", 7004)
            },
            Self::Contact => Program {
                calls: &[Self::Identity],
                events: Events::publishing(contact::events::STREAM).consuming(contact::subscriptions()),
                ..quiet("contact", 7005)
            },
            Self::Inventory => Program {
                calls: &[Self::Catalog, Self::Identity],
                events: Events::publishing(inventory::events::STREAM).consuming(inventory::subscriptions()),
                needs: Needs::of_shop(&["SAMPLE_STOCK"]),
                ..quiet("inventory", 7007)
            },
            Self::Order => Program {
                calls: &[Self::Catalog, Self::Inventory, Self::Identity],
                events: Events::publishing(order::events::STREAM).consuming(order::subscriptions()),
                needs: Needs::key("ORDER_LINK_KEY"),
                ..quiet("order", 7002)
            },
            Self::Payment => Program {
                calls: &[Self::Catalog, Self::Order],
                events: Events::publishing(payment::events::STREAM).consuming(payment::subscriptions()),
                needs: Needs::of_shop(&["SITE_URL"]),
                ..quiet("payment", 7008)
            },
            Self::Billing => Program {
                calls: &[Self::Catalog, Self::Order],
                events: Events::publishing(billing::events::STREAM).consuming(billing::subscriptions()),
                ..quiet("billing", 7009)
            },
            Self::Notification => notification(),
        }
    }

    /// Adds all settings of its program to a command.
    pub fn settings(self, command: clap::Command) -> clap::Command {
        match self {
            Self::Catalog => catalog::Settings::augment_args(command),
            Self::Identity => identity::Settings::augment_args(command),
            Self::Review => review::Settings::augment_args(command),
            Self::Contact => contact::Settings::augment_args(command),
            Self::Inventory => inventory::Settings::augment_args(command),
            Self::Order => order::Settings::augment_args(command),
            Self::Payment => payment::Settings::augment_args(command),
            Self::Billing => billing::Settings::augment_args(command),
            Self::Notification => notification::Settings::augment_args(command),
        }
    }

    /// The migrations of its database.
    pub fn migrations(self) -> &'static Migrator {
        match self {
            Self::Catalog => &catalog::MIGRATIONS,
            Self::Identity => &identity::MIGRATIONS,
            Self::Review => &review::MIGRATIONS,
            Self::Contact => &contact::MIGRATIONS,
            Self::Inventory => &inventory::MIGRATIONS,
            Self::Order => &order::MIGRATIONS,
            Self::Payment => &payment::MIGRATIONS,
            Self::Billing => &billing::MIGRATIONS,
            Self::Notification => &notification::MIGRATIONS,
        }
    }

    /// The name.
    pub fn name(self) -> &'static str {
        self.program().name
    }

    /// The names of its callers, and of the signer of staff tokens.
    pub fn callers(self) -> BTreeSet<&'static str> {
        Callers::names(&proto::CONTRACT, self.name())
    }

    /// Finds a service by its name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|service| service.name() == name)
    }
}

/// A program that calls no service and has no events.
fn quiet(name: &'static str, port: u16) -> Program {
    Program {
        name,
        port,
        calls: &[],
        events: Events::default(),
        needs: Needs::default(),
    }
}

fn notification() -> Program {
    Program {
        calls: &[
            Service::Order,
            Service::Contact,
            Service::Inventory,
            Service::Catalog,
            Service::Billing,
        ],
        events: Events::default().consuming(notification::subscriptions()),
        needs: Needs {
            key: Some("RECIPIENT_KEY"),
            shop: &["SITE_URL", "SHOP_EMAIL"],
            mail: true,
            ..Needs::default()
        },
        ..quiet("notification", 7006)
    }
}

/// All programs of the shop.
pub fn programs() -> impl Iterator<Item = Program> {
    Service::ALL.into_iter().map(Service::program).chain(gateways())
}

/// The programs that serve HTTP to browsers. They have no databases.
pub fn gateways() -> [Program; 2] {
    [gateway(), office()]
}

impl Events {
    fn publishing(stream: StreamConfig) -> Self {
        Self {
            publishes: Some(stream),
            ..Self::default()
        }
    }

    fn consuming(self, consumes: impl Iterator<Item = Subscription>) -> Self {
        Self {
            consumes: consumes.collect(),
            ..self
        }
    }

    /// Returns true if there are any: then the program has a NATS user.
    pub fn are_any(&self) -> bool {
        self.publishes.is_some() || !self.consumes.is_empty() || !self.hears.is_empty()
    }
}

impl Needs {
    fn key(variable: &'static str) -> Self {
        Self {
            key: Some(variable),
            ..Self::default()
        }
    }

    fn of_shop(settings: &'static [&'static str]) -> Self {
        Self {
            shop: settings,
            ..Self::default()
        }
    }

    fn and_mail(self) -> Self {
        Self { mail: true, ..self }
    }
}
