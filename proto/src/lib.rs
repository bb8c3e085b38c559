//! The service contract: one module for each package, generated from the `.proto` files of this crate.

/// All methods and access rules, generated from the options in the .proto files.
pub const CONTRACT: contract::Contract = contract::Contract {
    methods: METHODS,
    rights: RIGHTS,
    descriptors: include_bytes!(concat!(env!("OUT_DIR"), "/descriptors.bin")),
};

include!(concat!(env!("OUT_DIR"), "/methods.rs"));

/// Invoices, and the shop's ledger.
pub mod billing {
    /// Version 1.
    pub mod v1 {
        tonic::include_proto!("shop.billing.v1");
    }
}

/// Products and their prices.
pub mod catalog {
    /// Version 1.
    pub mod v1 {
        tonic::include_proto!("shop.catalog.v1");
    }
}

/// Messages to the shop.
pub mod contact {
    /// Version 1.
    pub mod v1 {
        tonic::include_proto!("shop.contact.v1");
    }
}

/// CSV imports by staff.
pub mod csv {
    /// Version 1.
    pub mod v1 {
        tonic::include_proto!("shop.csv.v1");
    }
}

/// The events that services publish through NATS.
pub mod event {
    /// Version 1.
    pub mod v1 {
        tonic::include_proto!("shop.event.v1");
    }
}

/// Accounts, sessions and one-time codes.
pub mod identity {
    /// Version 1.
    pub mod v1 {
        tonic::include_proto!("shop.identity.v1");
    }
}

/// Stock.
pub mod inventory {
    /// Version 1.
    pub mod v1 {
        tonic::include_proto!("shop.inventory.v1");
    }
}

/// Orders.
pub mod order {
    /// Version 1.
    pub mod v1 {
        tonic::include_proto!("shop.order.v1");
    }
}

/// Online payments and refunds.
pub mod payment {
    /// Version 1.
    pub mod v1 {
        tonic::include_proto!("shop.payment.v1");
    }
}

/// Reviews of products by shoppers.
pub mod review {
    /// Version 1.
    pub mod v1 {
        tonic::include_proto!("shop.review.v1");
    }
}

/// The details of field violations, besides the status message.
pub mod violation {
    /// Version 1.
    pub mod v1 {
        tonic::include_proto!("shop.violation.v1");
    }
}
