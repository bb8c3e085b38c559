//! The contract: one module a package, generated from the `.proto` files beside this crate.

/// Every file of the contract as an encoded `FileDescriptorSet`, for gRPC reflection.
pub const DESCRIPTORS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/descriptors.bin"));

/// Invoices, and the shop's ledger.
pub mod billing {
    /// Version 1.
    pub mod v1 {
        tonic::include_proto!("shop.billing.v1");
    }
}

/// What the shop sells and what it costs.
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

/// Files of rows that staff bring in.
pub mod csv {
    /// Version 1.
    pub mod v1 {
        tonic::include_proto!("shop.csv.v1");
    }
}

/// What the services tell each other through NATS.
pub mod event {
    /// Version 1: what older versions of the services told. Streams hold it for a month.
    pub mod v1 {
        tonic::include_proto!("shop.event.v1");
    }

    /// Version 2.
    pub mod v2 {
        tonic::include_proto!("shop.event.v2");
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

/// Money that shoppers pay online, and that goes back to them.
pub mod payment {
    /// Version 1.
    pub mod v1 {
        tonic::include_proto!("shop.payment.v1");
    }
}

/// What shoppers say about products.
pub mod review {
    /// Version 1.
    pub mod v1 {
        tonic::include_proto!("shop.review.v1");
    }
}

/// What is wrong with the fields of a request, beside a status's words about them.
pub mod violation {
    /// Version 1.
    pub mod v1 {
        tonic::include_proto!("shop.violation.v1");
    }
}
