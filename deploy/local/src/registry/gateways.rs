//! The programs that serve HTTP to browsers.

use super::{Events, Needs, Program, Service};

/// The storefront's gateway. It is not a service: it has no database and serves no gRPC.
pub fn gateway() -> Program {
    Program {
        name: "gateway",
        port: 8080,
        calls: &[
            Service::Catalog,
            Service::Identity,
            Service::Review,
            Service::Contact,
            Service::Inventory,
            Service::Order,
            Service::Payment,
            Service::Billing,
        ],
        events: Events {
            hears: &[
                storefront::PRODUCT_CHANGED,
                storefront::STOCK_CHANGED,
                storefront::SHOP_CHANGED,
            ],
            ..Events::default()
        },
        needs: Needs::of_shop(&["SITE_URL"]),
    }
}

/// The office's gateway. It is not a service either.
pub fn office() -> Program {
    Program {
        name: "office",
        port: 8081,
        calls: &[
            Service::Catalog,
            Service::Contact,
            Service::Identity,
            Service::Inventory,
            Service::Order,
            Service::Review,
            Service::Payment,
            Service::Billing,
        ],
        events: Events::default(),
        needs: Needs::default(),
    }
}
