//! Who may call what: one table, of which every service is given its part. Manifests, the shops of one machine and
//! the table in docs/SECURITY.md are made of it.

mod staff_needs;

use runtime::{Grant, StaffRule};

use self::staff_needs::{
    ABOUT, STAFF_OF_BILLING, STAFF_OF_CATALOG, STAFF_OF_CONTACT, STAFF_OF_IDENTITY, STAFF_OF_INVENTORY,
    STAFF_OF_ORDER, STAFF_OF_PAYMENT, STAFF_OF_REVIEW, StaffNeed,
};
use crate::registry::Service;

/// Whoever runs the shop's machines: no program, but a caller with a key, for what cannot wait until somebody has signed in.
pub const OPERATOR: &str = "operator";

/// Whose key signs the tokens of staff: the identity service holds its private half beside the key that it calls others with.
pub const STAFF: &str = "staff";

/// What a service does when a shopper wants to see their data, or wants it gone.
const DATA_RIGHTS: &[&str] = &["GetAccount", "PutDataPart", "GetErasure", "ReportErased"];

/// Who may call a service, and which of its methods.
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

/// What shoppers need to pay an order, and a provider to tell of it.
const PAYING: [&str; 5] = [
    "ListPaymentWays",
    "StartPayment",
    "GetPayment",
    "CheckPayment",
    "ReceiveWebhook",
];

/// What shoppers need to read what was issued for an order.
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
        // What came of calls is no call of theirs.
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
                "Settle",
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
        "MoveOrder",
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
        // What only the bank's statement tells of, it writes down as money that came by no provider.
        grant(
            "payment",
            &["GetOrder", "SettlePayment", "AwaitPayment", "RecordPayment"],
        ),
        reading(
            &["contact", "recipient"],
            acting_as("staff", grant(OPERATOR, &["FindOrder", "GetOrder", "MoveOrder"])),
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

/// The grant with methods that it has only for staff.
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

/// The fields of a method's request that name what a call is about, by their numbers and names; none of a list.
pub fn about(method: &str) -> &'static [(u32, &'static str)] {
    let found = ABOUT.iter().find(|(name, _)| *name == method);
    found.map_or(&[], |(_, fields)| fields)
}

/// Lets a service know by whose key tokens of staff are signed.
fn signer() -> Grant {
    Grant {
        signs_staff_tokens: true,
        ..grant(STAFF, &[])
    }
}

/// The grant with fields of a person or of a secret that its answers hold.
fn reading(fields: &[&str], grant: Grant) -> Grant {
    let reads = fields.iter().map(|field| (*field).to_owned()).collect();
    Grant { reads, ..grant }
}

fn acting_as(actor: &str, grant: Grant) -> Grant {
    let actors = vec![actor.to_owned()];
    Grant { actors, ..grant }
}
