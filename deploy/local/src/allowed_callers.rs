//! The access rules between programs: one table. Each service gets its part. Manifests, the shops
//! of one machine and the table in docs/SECURITY.md are generated from it.

mod staff_needs;

use runtime::{Grant, StaffRule};

use self::staff_needs::{
    ABOUT, STAFF_OF_BILLING, STAFF_OF_CATALOG, STAFF_OF_CONTACT, STAFF_OF_IDENTITY, STAFF_OF_INVENTORY,
    STAFF_OF_ORDER, STAFF_OF_PAYMENT, STAFF_OF_REVIEW, StaffNeed,
};
use crate::registry::Service;

/// The caller name of the shop's operator. The operator is no program, but has a key for tasks that cannot
/// wait for a sign-in.
pub const OPERATOR: &str = "operator";

/// The name of the key that signs staff tokens. The identity service has its private half, in addition to its
/// own caller key.
pub const STAFF: &str = "staff";

/// The identity service's methods for data requests and erasures of shoppers.
const DATA_RIGHTS: &[&str] = &["GetAccount", "PutDataPart", "GetErasure", "ReportErased"];

/// Returns the callers of a service, with their allowed methods.
pub fn allowed(service: Service) -> Vec<Grant> {
    match service {
        Service::Catalog => vec![
            grant(
                "gateway",
                &["ListProducts", "SearchProducts", "GetPhotoFile", "GetShop"],
            ),
            grant("order", &["QuotePrices", "GetShop"]),
            grant("notification", &["GetProduct", "GetShop"]),
            grant("review", &["ListProducts", "GetShop"]),
            grant(
                "inventory",
                &["FindPacks", "ListPacks", "NamePacks", "ReportStock"],
            ),
            grant("billing", &["ClassifyProducts", "GetShop"]),
            grant("payment", &["GetShop"]),
            grant("identity", &["GetShop"]),
            for_staff(
                &STAFF_OF_CATALOG,
                grant(
                    "office",
                    &["ListProducts", "ListPacks", "GetPhotoFile", "GetShop"],
                ),
            ),
            signer(),
        ],
        Service::Identity => identity(),
        Service::Review => {
            let of_shoppers = [
                "CreateReview",
                "UpdateReview",
                "ListOwnReviews",
                "ListReviews",
                "ListRatings",
            ];
            vec![
                grant("gateway", &of_shoppers),
                for_staff(&STAFF_OF_REVIEW, grant("office", &[])),
                signer(),
            ]
        }
        Service::Contact => vec![
            grant("gateway", &["SendMessage"]),
            grant("notification", &["GetMessage", "GetAnswer"]),
            for_staff(&STAFF_OF_CONTACT, grant("office", &[])),
            signer(),
        ],
        Service::Inventory => inventory(),
        Service::Order => order(),
        Service::Payment => vec![
            grant("gateway", &PAYING),
            for_staff(&STAFF_OF_PAYMENT, grant("office", &[])),
            signer(),
        ],
        Service::Billing => vec![
            grant("gateway", &DOCUMENTS),
            grant("notification", &DOCUMENTS),
            for_staff(&STAFF_OF_BILLING, grant("office", &[])),
            signer(),
        ],
        Service::Notification => Vec::new(),
    }
}

/// The payment service's methods for shoppers who pay an order, and for the provider's webhooks.
const PAYING: [&str; 5] = [
    "ListPaymentWays",
    "StartPayment",
    "GetPayment",
    "CheckPayment",
    "ReceiveWebhook",
];

/// The billing service's methods for shoppers who read the documents of an order.
const DOCUMENTS: [&str; 2] = ["ListOrderDocuments", "GetDocumentFile"];

fn identity() -> Vec<Grant> {
    let of_shoppers = [
        "Register",
        "LogIn",
        "LogOut",
        "Authenticate",
        "RecognizeDevice",
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
    let before_signing_in = [
        "GetInvitation",
        "AcceptInvitation",
        "SignIn",
        "SignOut",
        "Reauthenticate",
        "RequestStaffPasswordCode",
        "ResetStaffPassword",
        "GetOwnSignIn",
        "ChangeStaffPassword",
        "RenewRecoveryCodes",
        "GetNewPhone",
        "ChangePhone",
        "AuthorizeStaff",
        // Reporting the outcomes of audited calls needs no staff token.
        "NoteStaffOutcomes",
    ];
    vec![
        grant("gateway", &of_shoppers),
        grant("review", DATA_RIGHTS),
        grant("contact", DATA_RIGHTS),
        grant("inventory", DATA_RIGHTS),
        grant("order", DATA_RIGHTS),
        for_staff(&STAFF_OF_IDENTITY, grant("office", &before_signing_in)),
        grant(OPERATOR, &["InviteFirstOwner"]),
        signer(),
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
        grant(
            "order",
            &[
                "Reserve",
                "ChangeReservation",
                "FinalizeReservations",
                "ListOverdue",
                "ReleaseShipment",
                "ReleaseShipments",
            ],
        ),
        grant("notification", &["ClaimStockAlert", "EndStockAlert"]),
        grant(OPERATOR, &of_staff),
        for_staff(&STAFF_OF_INVENTORY, grant("office", &[])),
        signer(),
    ]
}

fn order() -> Vec<Grant> {
    let of_shoppers = [
        "PlaceOrder",
        "TransitionOrder",
        "ListOrders",
        "FindOrder",
        "ClaimOrders",
        "QuoteDelivery",
    ];
    vec![
        reading(
            &["contact", "recipient"],
            acting_as("shopper", grant("gateway", &of_shoppers)),
        ),
        grant("review", &["GetOrder", "ListOrders"]),
        reading(
            &["contact", "recipient", "link"],
            grant("notification", &["GetOrder", "GetRecallNotice"]),
        ),
        reading(&["recipient"], grant("billing", &["GetOrder", "QuoteDelivery"])),
        // `RecordPayment` records payments that only the bank's statement shows, as payments without a
        // provider.
        grant(
            "payment",
            &["GetOrder", "AcceptPayment", "AwaitPayment", "RecordPayment"],
        ),
        reading(
            &["contact", "recipient"],
            acting_as(
                "staff",
                grant(OPERATOR, &["FindOrder", "GetOrder", "TransitionOrder"]),
            ),
        ),
        acting_as("staff", for_staff(&STAFF_OF_ORDER, grant("office", &[]))),
        signer(),
    ]
}

fn grant(name: &str, methods: &[&str]) -> Grant {
    Grant {
        name: name.to_owned(),
        methods: methods.iter().map(|method| (*method).to_owned()).collect(),
        ..Grant::default()
    }
}

/// Adds methods to the grant that need a staff token.
fn for_staff(methods: &[StaffNeed], grant: Grant) -> Grant {
    let rules = methods.iter().map(|(method, permission, is_reauthenticated)| {
        let rule = StaffRule {
            permission: (*permission).to_owned(),
            is_reauthenticated: *is_reauthenticated,
            about: about(method).iter().map(|(number, _)| *number).collect(),
        };
        ((*method).to_owned(), rule)
    });
    Grant {
        staff: rules.collect(),
        ..grant
    }
}

/// The numbers and names of the request fields that identify the object of a call; empty for lists.
pub fn about(method: &str) -> &'static [(u32, &'static str)] {
    let found = ABOUT.iter().find(|(name, _)| *name == method);
    found.map_or(&[], |(_, fields)| fields)
}

/// The grant that tells a service whose key signs staff tokens.
fn signer() -> Grant {
    Grant {
        signs_staff_tokens: true,
        ..grant(STAFF, &[])
    }
}

/// Adds the personal or secret response fields that the caller may read to the grant.
fn reading(fields: &[&str], grant: Grant) -> Grant {
    let reads = fields.iter().map(|field| (*field).to_owned()).collect();
    Grant { reads, ..grant }
}

fn acting_as(actor: &str, grant: Grant) -> Grant {
    let actors = vec![actor.to_owned()];
    Grant { actors, ..grant }
}
