//! The kinds of import files, each with its calls and its permission. This is the only place that lists them.

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
    request::errors::ApiError,
    session::{authorization::Authorization, authorize::Session},
};

/// Defines the kinds: the word in the path, the permission that the service requires, and the calls that
/// start and read an import.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident $word:literal $permission:literal $start:ident $get:ident;)*) => {
        /// The kind of rows in a file.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
        #[serde(rename_all = "lowercase")]
        pub(crate) enum Kind {
            $($(#[$doc])* $kind,)*
        }

        /// An authorization to import a file, with the token for the call that starts the import.
        pub(crate) enum StartAuthorization {
            $($(#[$doc])* $kind(Authorization<$start>),)*
        }

        impl Kind {
            /// Parses the kind from the path.
            pub(crate) fn parse(word: &str) -> Result<Self, Error> {
                match word {
                    $($word => Ok(Self::$kind),)*
                    _ => Err(Error::new(StatusCode::NOT_FOUND, "There are no such files.").with_code("NOT_FOUND")),
                }
            }

            /// The word for this kind in the path.
            pub(crate) fn word(self) -> &'static str {
                match self {
                    $(Self::$kind => $word,)*
                }
            }

            /// Checks the permission to import files of this kind, before the file is read.
            pub(crate) async fn admit(self, session: &Session, subject: &str) -> Result<StartAuthorization, ApiError> {
                match self {
                    $(Self::$kind => {
                        let authorization = session.authorize::<$start>(subject).await?;
                        if authorization.may($permission) {
                            Ok(StartAuthorization::$kind(authorization))
                        } else {
                            Err(Status::permission_denied("").into())
                        }
                    })*
                }
            }

            /// Reads the progress of an import. Pages poll it every second.
            pub(crate) async fn get(self, session: &Session, import_id: String) -> Result<Option<CsvImport>, ApiError> {
                match self {
                    $(Self::$kind => {
                        Ok(session.call("", $get { import_id }).await?.import)
                    })*
                }
            }
        }

        impl StartAuthorization {
            /// Sends the file to its service.
            pub(crate) async fn start(&self, file: CsvFile) -> Result<Option<CsvImport>, Status> {
                match self {
                    $(Self::$kind(authorization) => Ok(authorization.call($start { file: Some(file) }).await?.import),)*
                }
            }
        }
    };
}

kinds! {
    /// Products: new ones, and changed content and prices of existing ones.
    Products "products" "products.write" StartProductImportRequest GetProductImportRequest;
    /// Received batches, one row per receipt.
    Stock "stock" "stock.write" StartStockImportRequest GetStockImportRequest;
    /// Remittances of cash on delivery by carriers, one row per order.
    Remittances "remittances" "payments.record" StartRemittanceImportRequest GetRemittanceImportRequest;
    /// Credits of a bank statement, one row per credit.
    Statements "statements" "payments.record" StartStatementImportRequest GetStatementImportRequest;
    /// Delivery rules of pincodes.
    Pincodes "pincodes" "pincodes.write" StartPincodeImportRequest GetPincodeImportRequest;
    /// Tracking numbers, which mark packed orders as shipped.
    Tracking "tracking" "orders.transition" StartTrackingImportRequest GetTrackingImportRequest;
}
