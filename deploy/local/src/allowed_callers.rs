//! Who may call what: one table, of which every service is given its part. Manifests, the shops of one machine and
//! the table in docs/SECURITY.md are made of it.

use runtime::{Grant, StaffRule};

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
            grant("review", &["ListProducts"]),
            grant("inventory", &["FindPacks", "NamePacks"]),
            for_staff(
                &STAFF_OF_CATALOG,
                grant("office", &["ListProducts", "GetPhotoFile", "GetShop"]),
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
                "GetRatings",
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
    let before_signing_in = [
        "GetInvitation",
        "AcceptInvitation",
        "SignIn",
        "SignOut",
        "Reauthenticate",
        "AuthorizeStaff",
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

/// What staff need for a method: a permission, and for some to have shown a moment ago again that it is they.
type StaffNeed = (&'static str, &'static str, bool);

const STAFF_OF_CATALOG: [StaffNeed; 13] = [
    ("ListEditedProducts", "products.read", false),
    ("GetEditedProduct", "products.read", false),
    ("ListProductChanges", "products.read", false),
    ("CreateProduct", "products.write", false),
    ("UpdateProduct", "products.write", false),
    ("StartProductImport", "products.write", false),
    ("GetProductImport", "products.write", false),
    ("SetProductState", "products.write", false),
    ("CheckClaims", "products.write", false),
    ("UploadPhoto", "products.write", false),
    ("AcceptClaims", "claims.accept", true),
    ("UpdateShop", "shop.write", false),
    ("ListShopChanges", "shop.write", false),
];

const STAFF_OF_REVIEW: [StaffNeed; 4] = [
    ("ListModeratedReviews", "reviews.moderate", false),
    ("CountWaitingReviews", "reviews.moderate", false),
    ("ModerateReview", "reviews.moderate", false),
    ("AnswerReview", "reviews.moderate", false),
];

const STAFF_OF_CONTACT: [StaffNeed; 6] = [
    ("ListTickets", "messages.answer", false),
    ("CountTickets", "messages.answer", false),
    ("GetTicket", "messages.answer", false),
    ("AnswerTicket", "messages.answer", false),
    ("AddTicketNote", "messages.answer", false),
    ("SetTicketState", "messages.answer", false),
];

const STAFF_OF_IDENTITY: [StaffNeed; 9] = [
    ("ListStaffNames", "names.read", false),
    ("SearchShoppers", "shoppers.read", false),
    ("GetShopper", "shoppers.read", false),
    ("RequestShopperData", "shoppers.data", true),
    ("DeleteShopper", "shoppers.delete", true),
    ("InviteStaff", "staff.manage", true),
    ("ChangeStaff", "staff.manage", true),
    ("ListStaff", "staff.manage", false),
    ("ListStaffLog", "log.read", false),
];

const STAFF_OF_INVENTORY: [StaffNeed; 11] = [
    ("ExportBatches", "stock.read", false),
    ("StartStockImport", "stock.write", false),
    ("GetStockImport", "stock.write", false),
    ("ListStockLevels", "stock.read", false),
    ("ListBatches", "stock.read", false),
    ("ListReturnedPacks", "stock.read", false),
    ("GetReservation", "orders.read", false),
    ("ReceiveBatch", "stock.write", false),
    ("AdjustBatch", "stock.write", false),
    ("ResolveReturnedPacks", "stock.write", false),
    ("RecallBatch", "stock.recall", false),
];

const STAFF_OF_ORDER: [StaffNeed; 23] = [
    ("PlaceOrder", "orders.place", false),
    ("QuoteDelivery", "orders.place", false),
    ("AddOrderNote", "orders.note", false),
    ("ListOrderNotes", "orders.note", false),
    ("CorrectOrderAddress", "orders.correct", false),
    ("CorrectOrderLines", "orders.correct", false),
    ("SearchOrders", "orders.read", false),
    ("CountOpenOrders", "orders.read", false),
    ("GetOrder", "orders.read", false),
    ("ListOrderNumbers", "orders.read", false),
    ("ExportOrders", "orders.export", true),
    ("MoveOrder", "orders.move", false),
    ("StartTrackingImport", "orders.move", false),
    ("GetTrackingImport", "orders.move", false),
    ("RecordPayment", "payments.record", false),
    ("ListSales", "sales.read", false),
    ("SumCash", "payments.record", false),
    ("ListCash", "payments.record", false),
    ("StartRemittanceImport", "payments.record", false),
    ("GetRemittanceImport", "payments.record", false),
    ("ListPincodes", "pincodes.write", false),
    ("StartPincodeImport", "pincodes.write", false),
    ("GetPincodeImport", "pincodes.write", false),
];

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
        acting_as("shopper", grant("gateway", &of_shoppers)),
        grant("review", &["GetOrder", "ListOrders"]),
        grant("notification", &["GetOrder"]),
        acting_as("staff", grant(OPERATOR, &["FindOrder", "GetOrder", "MoveOrder"])),
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
        };
        ((*method).to_owned(), rule)
    });
    Grant {
        staff: rules.collect(),
        ..grant
    }
}

/// Lets a service know by whose key tokens of staff are signed.
fn signer() -> Grant {
    Grant {
        signs_staff_tokens: true,
        ..grant(STAFF, &[])
    }
}

fn acting_as(actor: &str, grant: Grant) -> Grant {
    let actors = vec![actor.to_owned()];
    Grant { actors, ..grant }
}
