//! The calls for staff members. Each call needs a token of its own type, so that none can be sent without its
//! own token.

use proto::{
    catalog::v1::{
        AcceptClaimsRequest, AcceptClaimsResponse, CheckClaimsRequest, CheckClaimsResponse,
        CreateProductRequest, CreateProductResponse, GetEditedProductRequest, GetEditedProductResponse,
        GetProductImportRequest, GetProductImportResponse, ListEditedProductsRequest,
        ListEditedProductsResponse, ListProductChangesRequest, ListProductChangesResponse,
        ListShopChangesRequest, ListShopChangesResponse, SetProductStateRequest, SetProductStateResponse,
        StartProductImportRequest, StartProductImportResponse, UpdateProductRequest, UpdateProductResponse,
        UpdateShopRequest, UpdateShopResponse, UploadPhotoRequest, UploadPhotoResponse,
        product_editing_service_server, product_import_service_server, shop_editing_service_server,
    },
    contact::v1::{
        AddTicketNoteRequest, AddTicketNoteResponse, AnswerTicketRequest, AnswerTicketResponse,
        CountTicketsRequest, CountTicketsResponse, GetTicketRequest, GetTicketResponse, ListTicketsRequest,
        ListTicketsResponse, SetTicketStateRequest, SetTicketStateResponse, ticket_service_server,
    },
    identity::v1::{
        ChangeStaffRequest, ChangeStaffResponse, DeleteShopperRequest, DeleteShopperResponse,
        GetShopperRequest, GetShopperResponse, InviteStaffRequest, InviteStaffResponse, ListStaffLogRequest,
        ListStaffLogResponse, ListStaffNamesRequest, ListStaffNamesResponse, ListStaffRequest,
        ListStaffResponse, RequestShopperDataRequest, RequestShopperDataResponse, SearchShoppersRequest,
        SearchShoppersResponse, shopper_service_server, staff_directory_service_server, staff_service_server,
    },
    inventory::v1::{
        AdjustBatchRequest, AdjustBatchResponse, ExportBatchesRequest, ExportBatchesResponse,
        GetStockImportRequest, GetStockImportResponse, ListBatchesRequest, ListBatchesResponse,
        ListOversoldPacksRequest, ListOversoldPacksResponse, ListRecalledOrdersRequest,
        ListRecalledOrdersResponse, ListReservedPacksRequest, ListReservedPacksResponse,
        ListReturnedPacksRequest, ListReturnedPacksResponse, ListStockLevelsRequest, ListStockLevelsResponse,
        RecallBatchRequest, RecallBatchResponse, ReceiveBatchRequest, ReceiveBatchResponse,
        ResolveReturnedPacksRequest, ResolveReturnedPacksResponse, SetShelfRequest, SetShelfResponse,
        StartStockImportRequest, StartStockImportResponse, TakeFromBatchRequest, TakeFromBatchResponse,
        inventory_service_server, oversold_pack_service_server, packing_service_server,
        recall_service_server, stock_export_service_server, stock_import_service_server,
    },
    order::v1::{
        AddOrderNoteRequest, AddOrderNoteResponse, CorrectOrderAddressRequest, CorrectOrderAddressResponse,
        CorrectOrderLinesRequest, CorrectOrderLinesResponse, CorrectParcelWeightRequest,
        CorrectParcelWeightResponse, CountOpenOrdersRequest, CountOpenOrdersResponse, ExportOrdersRequest,
        ExportOrdersResponse, GetOrderRequest, GetOrderResponse, GetPincodeImportRequest,
        GetPincodeImportResponse, GetRemittanceImportRequest, GetRemittanceImportResponse,
        GetTrackingImportRequest, GetTrackingImportResponse, ListCashRequest, ListCashResponse,
        ListOrderNotesRequest, ListOrderNotesResponse, ListOrderNumbersRequest, ListOrderNumbersResponse,
        ListPincodesRequest, ListPincodesResponse, ListRecallNoticesRequest, ListRecallNoticesResponse,
        ListSalesRequest, ListSalesResponse, ListUnconfirmedOrdersRequest, ListUnconfirmedOrdersResponse,
        PlaceOrderRequest, PlaceOrderResponse, QuoteDeliveryRequest, QuoteDeliveryResponse,
        RecordPaymentRequest, RecordPaymentResponse, RequestPaymentRequest, RequestPaymentResponse,
        SearchOrdersRequest, SearchOrdersResponse, SendRecallNoticesRequest, SendRecallNoticesResponse,
        StartPincodeImportRequest, StartPincodeImportResponse, StartRemittanceImportRequest,
        StartRemittanceImportResponse, StartTrackingImportRequest, StartTrackingImportResponse,
        SumCashRequest, SumCashResponse, SumUnconfirmedPacksRequest, SumUnconfirmedPacksResponse,
        TransitionOrderRequest, TransitionOrderResponse, cash_on_delivery_service_server,
        order_editing_service_server, order_export_service_server, order_number_service_server,
        order_service_server, pincode_service_server, recall_notice_service_server,
        tracking_import_service_server, unconfirmed_order_service_server,
    },
    review::v1::{
        AnswerReviewRequest, AnswerReviewResponse, CountWaitingReviewsRequest, CountWaitingReviewsResponse,
        ListModeratedReviewsRequest, ListModeratedReviewsResponse, ModerateReviewRequest,
        ModerateReviewResponse, review_moderation_service_server,
    },
};
use runtime::repeatable;
use tonic::{Request, Status};

use crate::clients::Clients;

pub(crate) use crate::clients::staff_call::StaffCall;

/// Lists the calls of each service: message, answer, whether it is repeatable if its replica does not answer,
/// method.
macro_rules! staff_calls {
    ($($service:ident of $server:ident { $($asked:ident -> $answer:ident, $sent:path, $method:ident;)* })*) => {
        $($(impl StaffCall for $asked {
            type Answer = $answer;
            const SERVICE: &'static str = $server::SERVICE_NAME;

            fn request(self) -> Request<Self> {
                $sent(self)
            }

            fn send(
                clients: &Clients,
                request: Request<Self>,
            ) -> impl Future<Output = Result<$answer, Status>> + Send {
                clients.$service.call(async move |mut service| service.$method(request).await)
            }
        })*)*

        /// Checks every call against the contract.
        #[cfg(test)]
        pub(in crate::clients) fn check_all(descriptors: &prost_types::FileDescriptorSet) {
            $($($crate::clients::staff_calls::tests::check::<$asked>(descriptors);)*)*
        }
    };
}

pub(in crate::clients) use staff_calls;

staff_calls! {
    contact of ticket_service_server {
        ListTicketsRequest -> ListTicketsResponse, repeatable, list_tickets;
        CountTicketsRequest -> CountTicketsResponse, repeatable, count_tickets;
        GetTicketRequest -> GetTicketResponse, repeatable, get_ticket;
        AnswerTicketRequest -> AnswerTicketResponse, repeatable, answer_ticket;
        AddTicketNoteRequest -> AddTicketNoteResponse, repeatable, add_ticket_note;
        SetTicketStateRequest -> SetTicketStateResponse, repeatable, set_ticket_state;
    }

    identity of staff_service_server {
        ListStaffRequest -> ListStaffResponse, repeatable, list_staff;
        // Not repeatable: a second invitation would end the first one, whose mail is already on its way.
        InviteStaffRequest -> InviteStaffResponse, Request::new, invite_staff;
        ChangeStaffRequest -> ChangeStaffResponse, repeatable, change_staff;
        ListStaffLogRequest -> ListStaffLogResponse, repeatable, list_staff_log;
    }

    directory of staff_directory_service_server {
        ListStaffNamesRequest -> ListStaffNamesResponse, repeatable, list_staff_names;
    }

    shoppers of shopper_service_server {
        SearchShoppersRequest -> SearchShoppersResponse, repeatable, search_shoppers;
        GetShopperRequest -> GetShopperResponse, repeatable, get_shopper;
        // Not repeatable: the service refuses a second request within a minute.
        RequestShopperDataRequest -> RequestShopperDataResponse, Request::new, request_shopper_data;
        DeleteShopperRequest -> DeleteShopperResponse, repeatable, delete_shopper;
    }

    editing of product_editing_service_server {
        ListEditedProductsRequest -> ListEditedProductsResponse, repeatable, list_edited_products;
        GetEditedProductRequest -> GetEditedProductResponse, repeatable, get_edited_product;
        CreateProductRequest -> CreateProductResponse, repeatable, create_product;
        UpdateProductRequest -> UpdateProductResponse, repeatable, update_product;
        SetProductStateRequest -> SetProductStateResponse, repeatable, set_product_state;
        AcceptClaimsRequest -> AcceptClaimsResponse, repeatable, accept_claims;
        CheckClaimsRequest -> CheckClaimsResponse, repeatable, check_claims;
        ListProductChangesRequest -> ListProductChangesResponse, repeatable, list_product_changes;
    }

    uploads of product_editing_service_server {
        UploadPhotoRequest -> UploadPhotoResponse, repeatable, upload_photo;
    }

    product_imports of product_import_service_server {
        StartProductImportRequest -> StartProductImportResponse, repeatable, start_product_import;
        GetProductImportRequest -> GetProductImportResponse, repeatable, get_product_import;
    }

    shop_editing of shop_editing_service_server {
        UpdateShopRequest -> UpdateShopResponse, repeatable, update_shop;
        ListShopChangesRequest -> ListShopChangesResponse, repeatable, list_shop_changes;
    }

    order of order_service_server {
        SearchOrdersRequest -> SearchOrdersResponse, repeatable, search_orders;
        CountOpenOrdersRequest -> CountOpenOrdersResponse, repeatable, count_open_orders;
        ListSalesRequest -> ListSalesResponse, repeatable, list_sales;
        GetOrderRequest -> GetOrderResponse, repeatable, get_order;
        TransitionOrderRequest -> TransitionOrderResponse, repeatable, transition_order;
        RecordPaymentRequest -> RecordPaymentResponse, repeatable, record_payment;
        // Repeatable because the office always sends an idempotency key.
        PlaceOrderRequest -> PlaceOrderResponse, repeatable, place_order;
        QuoteDeliveryRequest -> QuoteDeliveryResponse, repeatable, quote_delivery;
    }

    order_editing of order_editing_service_server {
        AddOrderNoteRequest -> AddOrderNoteResponse, repeatable, add_order_note;
        ListOrderNotesRequest -> ListOrderNotesResponse, repeatable, list_order_notes;
        CorrectOrderAddressRequest -> CorrectOrderAddressResponse, repeatable, correct_order_address;
        CorrectOrderLinesRequest -> CorrectOrderLinesResponse, repeatable, correct_order_lines;
        CorrectParcelWeightRequest -> CorrectParcelWeightResponse, repeatable, correct_parcel_weight;
        // Not repeatable: each call sends a mail.
        RequestPaymentRequest -> RequestPaymentResponse, Request::new, request_payment;
    }

    recall_notices of recall_notice_service_server {
        ListRecallNoticesRequest -> ListRecallNoticesResponse, repeatable, list_recall_notices;
        SendRecallNoticesRequest -> SendRecallNoticesResponse, repeatable, send_recall_notices;
    }

    order_numbers of order_number_service_server {
        ListOrderNumbersRequest -> ListOrderNumbersResponse, repeatable, list_order_numbers;
    }

    unconfirmed of unconfirmed_order_service_server {
        ListUnconfirmedOrdersRequest -> ListUnconfirmedOrdersResponse, repeatable, list_unconfirmed_orders;
        SumUnconfirmedPacksRequest -> SumUnconfirmedPacksResponse, repeatable, sum_unconfirmed_packs;
    }

    oversold of oversold_pack_service_server {
        ListOversoldPacksRequest -> ListOversoldPacksResponse, repeatable, list_oversold_packs;
    }

    order_exports of order_export_service_server {
        ExportOrdersRequest -> ExportOrdersResponse, repeatable, export_orders;
    }

    cash of cash_on_delivery_service_server {
        SumCashRequest -> SumCashResponse, repeatable, sum_cash;
        ListCashRequest -> ListCashResponse, repeatable, list_cash;
    }

    remittances of cash_on_delivery_service_server {
        StartRemittanceImportRequest -> StartRemittanceImportResponse, repeatable, start_remittance_import;
        GetRemittanceImportRequest -> GetRemittanceImportResponse, repeatable, get_remittance_import;
    }

    pincodes of pincode_service_server {
        ListPincodesRequest -> ListPincodesResponse, repeatable, list_pincodes;
        StartPincodeImportRequest -> StartPincodeImportResponse, repeatable, start_pincode_import;
        GetPincodeImportRequest -> GetPincodeImportResponse, repeatable, get_pincode_import;
    }

    tracking of tracking_import_service_server {
        StartTrackingImportRequest -> StartTrackingImportResponse, repeatable, start_tracking_import;
        GetTrackingImportRequest -> GetTrackingImportResponse, repeatable, get_tracking_import;
    }

    review of review_moderation_service_server {
        ListModeratedReviewsRequest -> ListModeratedReviewsResponse, repeatable, list_moderated_reviews;
        CountWaitingReviewsRequest -> CountWaitingReviewsResponse, repeatable, count_waiting_reviews;
        ModerateReviewRequest -> ModerateReviewResponse, repeatable, moderate_review;
        AnswerReviewRequest -> AnswerReviewResponse, repeatable, answer_review;
    }

    stock_exports of stock_export_service_server {
        ExportBatchesRequest -> ExportBatchesResponse, repeatable, export_batches;
    }

    stock_imports of stock_import_service_server {
        StartStockImportRequest -> StartStockImportResponse, repeatable, start_stock_import;
        GetStockImportRequest -> GetStockImportResponse, repeatable, get_stock_import;
    }

    packing of packing_service_server {
        ListReservedPacksRequest -> ListReservedPacksResponse, repeatable, list_reserved_packs;
        TakeFromBatchRequest -> TakeFromBatchResponse, repeatable, take_from_batch;
        SetShelfRequest -> SetShelfResponse, repeatable, set_shelf;
    }

    recalls of recall_service_server {
        ListRecalledOrdersRequest -> ListRecalledOrdersResponse, repeatable, list_recalled_orders;
    }

    inventory of inventory_service_server {
        ListStockLevelsRequest -> ListStockLevelsResponse, repeatable, list_stock_levels;
        ListBatchesRequest -> ListBatchesResponse, repeatable, list_batches;
        ListReturnedPacksRequest -> ListReturnedPacksResponse, repeatable, list_returned_packs;
        ReceiveBatchRequest -> ReceiveBatchResponse, repeatable, receive_batch;
        AdjustBatchRequest -> AdjustBatchResponse, repeatable, adjust_batch;
        RecallBatchRequest -> RecallBatchResponse, repeatable, recall_batch;
        ResolveReturnedPacksRequest -> ResolveReturnedPacksResponse, repeatable, resolve_returned_packs;
    }
}

#[cfg(test)]
pub(in crate::clients) mod tests;
