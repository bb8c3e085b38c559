//! Who may call what: one table, of which every service is given its part. Manifests, the shops of one machine and
//! the table in docs/SECURITY.md are made of it.

use runtime::Grant;

use crate::registry::Service;

/// Whoever runs the shop, until staff have an office with tokens of their own: no program, but a caller with a key.
pub const OPERATOR: &str = "operator";

/// What a service does when a shopper wants to see their data, or wants it gone.
const DATA_RIGHTS: &[&str] = &["GetAccount", "PutDataPart", "GetErasure", "ReportErased"];

/// Who may call a service, and which of its methods.
pub fn allowed(service: Service) -> Vec<Grant> {
    match service {
        Service::Catalog => vec![
            grant("gateway", &["ListProducts", "SearchProducts"]),
            grant("order", &["QuotePrices"]),
            grant("notification", &["GetProduct"]),
            grant("review", &["ListProducts"]),
        ],
        Service::Identity => identity(),
        Service::Review => vec![grant(
            "gateway",
            &[
                "CreateReview",
                "UpdateReview",
                "ListOwnReviews",
                "ListReviews",
                "ListRatings",
                "GetRatings",
            ],
        )],
        Service::Contact => vec![
            grant("gateway", &["SendMessage"]),
            grant("notification", &["GetMessage"]),
        ],
        Service::Inventory => inventory(),
        Service::Order => order(),
        Service::Notification => Vec::new(),
    }
}

fn identity() -> Vec<Grant> {
    let of_shoppers = [
        "Register",
        "LogIn",
        "LogOut",
        "Authenticate",
        "RequestOneTimeCode",
        "VerifyOneTimeCode",
        "ResetPassword",
        "GetAccount",
        "ChangeMobileNumber",
        "ChangePassword",
        "RequestEmailChange",
        "ConfirmEmailChange",
        "ListSessions",
        "EndOtherSessions",
        "ListAddresses",
        "SaveAddress",
        "DeleteAddress",
        "RequestAccountCode",
        "ProveEmail",
        "RequestData",
        "GetData",
        "DeleteAccount",
    ];
    vec![
        grant("gateway", &of_shoppers),
        grant("review", DATA_RIGHTS),
        grant("contact", DATA_RIGHTS),
        grant("inventory", DATA_RIGHTS),
        grant("order", DATA_RIGHTS),
    ]
}

fn inventory() -> Vec<Grant> {
    let of_staff = [
        "ReceiveBatch",
        "AdjustBatch",
        "RecallBatch",
        "ListReturnedPacks",
        "ResolveReturnedPacks",
        "ListBatches",
        "GetReservation",
    ];
    vec![
        grant(
            "gateway",
            &["ListAvailability", "GetLabels", "GetReservation", "AddStockAlert"],
        ),
        grant("order", &["Reserve", "Settle", "ListOverdue", "ReleaseShipment"]),
        grant("notification", &["ClaimStockAlert", "EndStockAlert"]),
        grant(OPERATOR, &of_staff),
    ]
}

fn order() -> Vec<Grant> {
    let of_shoppers = [
        "PlaceOrder",
        "MoveOrder",
        "ListOrders",
        "FindOrder",
        "ClaimOrders",
        "QuoteDelivery",
    ];
    vec![
        acting_as("shopper", grant("gateway", &of_shoppers)),
        grant("review", &["GetOrder", "ListOrders"]),
        grant("notification", &["GetOrder"]),
        acting_as("staff", grant(OPERATOR, &["FindOrder", "GetOrder", "MoveOrder"])),
    ]
}

fn grant(name: &str, methods: &[&str]) -> Grant {
    Grant {
        name: name.to_owned(),
        methods: methods.iter().map(|method| (*method).to_owned()).collect(),
        actors: Vec::new(),
    }
}

fn acting_as(actor: &str, grant: Grant) -> Grant {
    let actors = vec![actor.to_owned()];
    Grant { actors, ..grant }
}
