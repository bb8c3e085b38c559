//! The kinds of files, each with the calls that it needs and the permission for them: the one place that knows them apart.

use http::StatusCode;
use proto::{
    catalog::v1::{GetProductImportRequest, StartProductImportRequest},
    csv::v1::{CsvFile, CsvImport},
    inventory::v1::{GetStockImportRequest, StartStockImportRequest},
    order::v1::{
        GetPincodeImportRequest, GetRemittanceImportRequest, GetTrackingImportRequest,
        StartPincodeImportRequest, StartRemittanceImportRequest, StartTrackingImportRequest,
    },
    payment::v1::{GetStatementImportRequest, StartStatementImportRequest},
};
use serde::Serialize;
use tonic::Status;
use utoipa::ToSchema;
use web::Error;

use crate::{
    request::refusal::Refused,
    session::{authorize::Session, permit::Permit},
};

/// Lists the kinds: how the path calls it, the permission that its service asks for at its door, and the calls that start and show an
/// import of it.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident $word:literal $permission:literal $start:ident $get:ident;)*) => {
        /// What the rows of a file are.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
        #[serde(rename_all = "lowercase")]
        pub(crate) enum Kind {
            $($(#[$doc])* $kind,)*
        }

        /// Whose file may come in: with the token for the call that takes it.
        pub(crate) enum StartPermit {
            $($(#[$doc])* $kind(Permit<$start>),)*
        }

        impl Kind {
            /// The kind that a path names.
            pub(crate) fn named(word: &str) -> Result<Self, Error> {
                match word {
                    $($word => Ok(Self::$kind),)*
                    _ => Err(Error::new(StatusCode::NOT_FOUND, "There are no such files.").with_code("NOT_FOUND")),
                }
            }

            /// How the path calls it.
            pub(crate) fn word(self) -> &'static str {
                match self {
                    $(Self::$kind => $word,)*
                }
            }

            /// Lets in who may bring in files of the kind, before any of theirs is read.
            pub(crate) async fn admit(self, session: &Session, subject: &str) -> Result<StartPermit, Refused> {
                match self {
                    $(Self::$kind => {
                        let permit = session.permit::<$start>(subject).await?;
                        if permit.may($permission) {
                            Ok(StartPermit::$kind(permit))
                        } else {
                            Err(Status::permission_denied("").into())
                        }
                    })*
                }
            }

            /// How far an import is. It is asked every second, so the log leaves it out; that somebody began it is there.
            pub(crate) async fn get(self, session: &Session, import_id: String) -> Result<Option<CsvImport>, Refused> {
                match self {
                    $(Self::$kind => {
                        let permit = session.permit_count::<$get>().await?;
                        Ok(permit.call($get { import_id }).await?.import)
                    })*
                }
            }
        }

        impl StartPermit {
            /// Sends the file to its service.
            pub(crate) async fn start(&self, file: CsvFile) -> Result<Option<CsvImport>, Status> {
                match self {
                    $(Self::$kind(permit) => Ok(permit.call($start { file: Some(file) }).await?.import),)*
                }
            }
        }
    };
}

kinds! {
    /// Products: new ones, and what others say and cost from now on.
    Products "products" "products.write" StartProductImportRequest GetProductImportRequest;
    /// Batches that came in, a row a receipt.
    Stock "stock" "stock.write" StartStockImportRequest GetStockImportRequest;
    /// What carriers remitted of the cash that they collected, a row an order.
    Remittances "remittances" "payments.record" StartRemittanceImportRequest GetRemittanceImportRequest;
    /// What the bank says came in, a row a credit.
    Statements "statements" "payments.record" StartStatementImportRequest GetStatementImportRequest;
    /// What is decided about pincodes.
    Pincodes "pincodes" "pincodes.write" StartPincodeImportRequest GetPincodeImportRequest;
    /// Carriers' numbers, with which packed orders leave the house.
    Tracking "tracking" "orders.move" StartTrackingImportRequest GetTrackingImportRequest;
}
