//! The one list of the shop's programs: what each is called, where it answers, whom it asks, what it tells and hears.
//!
//! Whatever else names services is made of it (`registry_files`) or held against it by tests: manifests, databases and roles,
//! NATS's users, addresses, images, alerts, the map in ARCHITECTURE.md.

mod gateways;

use clap::Args as _;
use outbox::{StreamConfig, Subscription};
use sqlx::migrate::Migrator;

pub use gateways::{gateway, office};

/// A service: a program with a database of its own that answers gRPC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Service {
    /// What is sold.
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

/// What the shop knows of a program.
#[derive(Debug)]
pub struct Program {
    /// Its name: of the crate, the binary, the image, the deployment, the role and the user of NATS.
    pub name: &'static str,
    /// Where it answers on a developer's machine, unless told otherwise.
    pub port: u16,
    /// The services that it asks.
    pub asks: &'static [Service],
    /// What it tells and hears through NATS.
    pub events: Events,
    /// What it alone is told.
    pub needs: Needs,
}

/// What a program is told in a cluster beside what all are, and beside what follows from whom it asks and what it hears.
#[derive(Debug, Clone, Copy, Default)]
pub struct Needs {
    /// The variable with a key that no other program has.
    pub key: Option<&'static str>,
    /// What it is told of the shop itself: settings of the `ConfigMap` `shop`.
    pub shop: &'static [&'static str],
    /// Whether it sends mails, so that it is told a mail server and may reach it.
    pub mail: bool,
    /// Whether it signs the tokens of staff, and is told the key for that.
    pub signs_staff_tokens: bool,
}

/// What a program tells and hears through NATS; what it does not name there, it may not do.
#[derive(Debug, Default)]
pub struct Events {
    /// The stream that it makes and that its outbox fills.
    pub publishes: Option<StreamConfig>,
    /// The durable consumers that it makes and reads.
    pub consumes: Vec<Subscription>,
    /// The subjects that it listens to as they are published, without a consumer.
    pub hears: &'static [&'static str],
}

impl Service {
    /// Every service, in the order of their start: who is asked comes first.
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

    /// What the shop knows of it.
    pub fn program(self) -> Program {
        match self {
            Self::Catalog => Program {
                events: Events::publishing(catalog::events::STREAM),
                ..quiet("catalog", 7001)
            },
            Self::Identity => Program {
                asks: &[Self::Catalog],
                events: Events::publishing(identity::events::STREAM),
                needs: Needs {
                    signs_staff_tokens: true,
                    shop: &["OFFICE_URL"],
                    ..Needs::key("CODE_KEY").and_mail()
                },
                ..quiet("identity", 7003)
            },
            Self::Review => Program {
                asks: &[Self::Catalog, Self::Order, Self::Identity],
                events: Events::default().consuming(review::subscriptions()),
                needs: Needs::of_shop(&["SAMPLE_REVIEWS"]),
                ..quiet("review", 7004)
            },
            Self::Contact => Program {
                asks: &[Self::Identity],
                events: Events::publishing(contact::events::STREAM).consuming(contact::subscriptions()),
                ..quiet("contact", 7005)
            },
            Self::Inventory => Program {
                asks: &[Self::Catalog, Self::Identity],
                events: Events::publishing(inventory::events::STREAM).consuming(inventory::subscriptions()),
                needs: Needs::of_shop(&["SAMPLE_STOCK"]),
                ..quiet("inventory", 7007)
            },
            Self::Order => Program {
                asks: &[Self::Catalog, Self::Inventory, Self::Identity],
                events: Events::publishing(order::events::STREAM).consuming(order::subscriptions()),
                needs: Needs::key("ORDER_LINK_KEY"),
                ..quiet("order", 7002)
            },
            Self::Payment => Program {
                asks: &[Self::Catalog, Self::Order],
                events: Events::publishing(payment::events::STREAM).consuming(payment::subscriptions()),
                needs: Needs::of_shop(&["SITE_URL"]),
                ..quiet("payment", 7008)
            },
            Self::Billing => Program {
                asks: &[Self::Catalog, Self::Order],
                events: Events::publishing(billing::events::STREAM).consuming(billing::subscriptions()),
                ..quiet("billing", 7009)
            },
            Self::Notification => notification(),
        }
    }

    /// The command with everything that its program can be told.
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

    /// The schema of its database.
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

    /// Its name.
    pub fn name(self) -> &'static str {
        self.program().name
    }

    /// The service with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|service| service.name() == name)
    }
}

/// A program that asks nobody, tells nothing and hears nothing.
fn quiet(name: &'static str, port: u16) -> Program {
    Program {
        name,
        port,
        asks: &[],
        events: Events::default(),
        needs: Needs::default(),
    }
}

fn notification() -> Program {
    Program {
        asks: &[
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

/// Every program of the shop.
pub fn programs() -> impl Iterator<Item = Program> {
    Service::ALL.into_iter().map(Service::program).chain(gateways())
}

/// The programs that speak HTTP to browsers: neither has a database.
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

    /// Whether there are any, so that the program has a user of NATS.
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
