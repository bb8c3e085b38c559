//! The permissions that staff need for each method.

/// A method, the permission it needs, and true if the staff member must have confirmed the password recently.
pub(super) type StaffNeed = (&'static str, &'static str, bool);

/// The request fields that identify the object of a call, by number and name. A staff token is valid for that
/// object only. The first field with a value counts. Methods that list or create objects are absent.
pub(super) const ABOUT: [(&str, &[(u32, &str)]); 35] = [
    ("GetEditedProduct", &[(1, "product_id")]),
    ("ListProductChanges", &[(1, "product_id")]),
    ("UpdateProduct", &[(1, "product_id")]),
    ("SetProductState", &[(1, "product_id")]),
    ("AcceptClaims", &[(1, "product_id")]),
    ("ModerateReview", &[(1, "review_id")]),
    ("AnswerReview", &[(1, "review_id")]),
    ("GetTicket", &[(1, "message_id")]),
    ("AnswerTicket", &[(1, "message_id")]),
    ("AddTicketNote", &[(1, "message_id")]),
    ("SetTicketState", &[(1, "message_id")]),
    ("GetShopper", &[(1, "account_id")]),
    ("RequestShopperData", &[(1, "account_id")]),
    ("DeleteShopper", &[(1, "account_id")]),
    ("ChangeStaff", &[(1, "staff_id")]),
    ("GetOrderPayments", &[(1, "order_id")]),
    ("RefundPayment", &[(2, "payment_id")]),
    ("RecordManualRefund", &[(1, "refund_id")]),
    ("AdjustBatch", &[(2, "batch_id")]),
    ("RecallBatch", &[(1, "batch_id")]),
    ("SetShelf", &[(1, "batch_id")]),
    ("TakeFromBatch", &[(1, "order_id")]),
    ("GetOrder", &[(1, "order_id"), (2, "order_number")]),
    ("TransitionOrder", &[(1, "order_id")]),
    ("AddOrderNote", &[(1, "order_id")]),
    ("ListOrderNotes", &[(1, "order_id")]),
    ("CorrectOrderAddress", &[(1, "order_id")]),
    ("CorrectOrderLines", &[(1, "order_id")]),
    ("CorrectParcelWeight", &[(1, "order_id")]),
    ("RequestPayment", &[(1, "order_id")]),
    ("RecordPayment", &[(1, "order_id")]),
    ("RecordRefund", &[(2, "order_id")]),
    ("ListRecordedRefunds", &[(1, "order_id")]),
    ("ListOrderDocuments", &[(1, "order_id")]),
    ("GetDocumentFile", &[(1, "order_id")]),
];

pub(super) const STAFF_OF_CATALOG: [StaffNeed; 13] = [
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

pub(super) const STAFF_OF_REVIEW: [StaffNeed; 4] = [
    ("ListModeratedReviews", "reviews.moderate", false),
    ("CountWaitingReviews", "reviews.moderate", false),
    ("ModerateReview", "reviews.moderate", false),
    ("AnswerReview", "reviews.moderate", false),
];

pub(super) const STAFF_OF_CONTACT: [StaffNeed; 6] = [
    ("ListTickets", "messages.answer", false),
    ("CountTickets", "messages.answer", false),
    ("GetTicket", "messages.answer", false),
    ("AnswerTicket", "messages.answer", false),
    ("AddTicketNote", "messages.answer", false),
    ("SetTicketState", "messages.answer", false),
];

pub(super) const STAFF_OF_IDENTITY: [StaffNeed; 9] = [
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

pub(super) const STAFF_OF_PAYMENT: [StaffNeed; 10] = [
    ("ListPayments", "payments.read", false),
    ("GetOrderPayments", "payments.read", false),
    ("ListFindings", "payments.read", false),
    ("ListSettlements", "payments.read", false),
    ("RefundPayment", "payments.refund", true),
    ("RecordManualRefund", "payments.refund", true),
    ("StartStatementImport", "payments.record", false),
    ("GetStatementImport", "payments.record", false),
    ("ListUnmatchedCredits", "payments.record", false),
    ("MatchCredit", "payments.record", false),
];

pub(super) const STAFF_OF_INVENTORY: [StaffNeed; 16] = [
    ("ListOversoldPacks", "stock.read", false),
    ("ExportBatches", "stock.read", false),
    ("StartStockImport", "stock.write", false),
    ("GetStockImport", "stock.write", false),
    ("ListStockLevels", "stock.read", false),
    ("ListBatches", "stock.read", false),
    ("ListReturnedPacks", "stock.read", false),
    ("GetReservation", "orders.read", false),
    ("ListReservedPacks", "orders.read", false),
    ("TakeFromBatch", "orders.move", false),
    ("SetShelf", "stock.write", false),
    ("ReceiveBatch", "stock.write", false),
    ("AdjustBatch", "stock.write", false),
    ("ResolveReturnedPacks", "stock.write", false),
    ("RecallBatch", "stock.recall", false),
    ("ListRecalledOrders", "stock.recall", false),
];

pub(super) const STAFF_OF_ORDER: [StaffNeed; 32] = [
    ("ListUnconfirmedOrders", "orders.read", false),
    ("SumUnconfirmedPacks", "orders.read", false),
    ("PlaceOrder", "orders.place", false),
    ("QuoteDelivery", "orders.place", false),
    ("AddOrderNote", "orders.note", false),
    ("ListOrderNotes", "orders.note", false),
    ("CorrectOrderAddress", "orders.correct", false),
    ("CorrectOrderLines", "orders.correct", false),
    ("RequestPayment", "orders.correct", false),
    ("SearchOrders", "orders.read", false),
    ("CountOpenOrders", "orders.read", false),
    ("GetOrder", "orders.read", false),
    ("ListOrderNumbers", "orders.read", false),
    ("ListRecallNotices", "orders.read", false),
    ("SendRecallNotices", "stock.recall", false),
    ("ExportOrders", "orders.export", true),
    ("TransitionOrder", "orders.move", false),
    ("CorrectParcelWeight", "orders.move", false),
    ("StartTrackingImport", "orders.move", false),
    ("GetTrackingImport", "orders.move", false),
    ("RecordPayment", "payments.record", false),
    ("RecordRefund", "payments.refund", true),
    ("ListRecordedRefunds", "payments.read", false),
    ("ListOwedMoney", "payments.read", false),
    ("ListSales", "sales.read", false),
    ("SumCash", "payments.record", false),
    ("ListCash", "payments.record", false),
    ("StartRemittanceImport", "payments.record", false),
    ("GetRemittanceImport", "payments.record", false),
    ("ListPincodes", "pincodes.write", false),
    ("StartPincodeImport", "pincodes.write", false),
    ("GetPincodeImport", "pincodes.write", false),
];

pub(super) const STAFF_OF_BILLING: [StaffNeed; 11] = [
    ("ListSaleDocuments", "orders.read", false),
    ("PrintSaleDocuments", "orders.read", false),
    ("ListOrderDocuments", "orders.read", false),
    ("GetDocumentFile", "orders.read", false),
    ("GetTrialBalance", "books.read", false),
    ("ListEntries", "books.read", true),
    ("ListSalesRegister", "books.read", true),
    ("GetGstSummary", "books.read", true),
    ("PostCorrection", "books.write", true),
    ("ListTaxRates", "books.read", false),
    ("SetTaxRate", "books.write", true),
];
