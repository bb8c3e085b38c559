//! Fakes of the order service and the catalog, with the calls that billing needs.

use std::collections::HashMap;

use proto::{
    catalog::v1::{
        ClassifiedProduct, ClassifyProductsRequest, ClassifyProductsResponse, GetShopRequest,
        GetShopResponse, Shop, ShopFacts,
        classification_service_server::{ClassificationService, ClassificationServiceServer},
        shop_service_server::{ShopService, ShopServiceServer},
    },
    order::v1::{
        ClaimOrdersRequest, ClaimOrdersResponse, CountOpenOrdersRequest, CountOpenOrdersResponse,
        FindOrderRequest, FindOrderResponse, GetOrderRequest, GetOrderResponse, ListOrdersRequest,
        ListOrdersResponse, ListSalesRequest, ListSalesResponse, Order, PlaceOrderRequest,
        PlaceOrderResponse, QuoteDeliveryRequest, QuoteDeliveryResponse, RecordPaymentRequest,
        RecordPaymentResponse, SearchOrdersRequest, SearchOrdersResponse, TransitionOrderRequest,
        TransitionOrderResponse,
        order_service_server::{OrderService, OrderServiceServer},
    },
};
use testkit::Served;
use tonic::{Request, Response, Status, async_trait};

use crate::shop::Shared;

/// The fake order service.
#[derive(Clone, Default)]
pub(crate) struct FakeOrders(Shared<HashMap<String, Order>>);

impl FakeOrders {
    pub(crate) async fn serve(&self) -> Served {
        testkit::grpc(OrderServiceServer::new(self.clone())).await
    }

    pub(crate) fn keep(&self, order: &Order) {
        let mut kept = self.0.lock().expect("the mutex is not poisoned");
        kept.insert(order.order_id.clone(), order.clone());
    }
}

macro_rules! never {
    ($($method:ident($request:ty) -> $response:ty;)*) => {
        #[async_trait]
        impl OrderService for FakeOrders {
            async fn get_order(
                &self,
                request: Request<GetOrderRequest>,
            ) -> Result<Response<GetOrderResponse>, Status> {
                let kept = self.0.lock().expect("the mutex is not poisoned");
                let order = kept.get(&request.into_inner().order_id).cloned();
                let order = Some(order.ok_or_else(|| Status::not_found("There is no such order."))?);
                Ok(Response::new(GetOrderResponse { order, ..GetOrderResponse::default() }))
            }

            async fn quote_delivery(
                &self,
                request: Request<QuoteDeliveryRequest>,
            ) -> Result<Response<QuoteDeliveryResponse>, Status> {
                let state = match request.into_inner().pincode.as_str() {
                    "395007" => "Gujarat",
                    "400001" => "Maharashtra",
                    _ => return Err(Status::not_found("There is no such pincode.")),
                };
                Ok(Response::new(QuoteDeliveryResponse {
                    state: state.to_owned(),
                    ..QuoteDeliveryResponse::default()
                }))
            }

            $(async fn $method(&self, _: Request<$request>) -> Result<Response<$response>, Status> {
                Err(Status::unimplemented("billing asks for no such thing"))
            })*
        }
    };
}

never! {
    place_order(PlaceOrderRequest) -> PlaceOrderResponse;
    transition_order(TransitionOrderRequest) -> TransitionOrderResponse;
    list_orders(ListOrdersRequest) -> ListOrdersResponse;
    find_order(FindOrderRequest) -> FindOrderResponse;
    claim_orders(ClaimOrdersRequest) -> ClaimOrdersResponse;
    search_orders(SearchOrdersRequest) -> SearchOrdersResponse;
    count_open_orders(CountOpenOrdersRequest) -> CountOpenOrdersResponse;
    list_sales(ListSalesRequest) -> ListSalesResponse;
    record_payment(RecordPaymentRequest) -> RecordPaymentResponse;
}

/// The fake catalog: the shop profile, and an HSN code for all products.
#[derive(Clone)]
pub(crate) struct FakeCatalog {
    /// True for the sample profile of a new shop.
    pub(crate) is_sample: Shared<bool>,
    pub(crate) gstin: Shared<String>,
    pub(crate) hsn_code: Shared<String>,
    /// The number of classification calls.
    pub(crate) asked: Shared<u32>,
}

impl Default for FakeCatalog {
    fn default() -> Self {
        Self {
            is_sample: Shared::default(),
            gstin: Shared::new("24AAPFU0939F1Z1".to_owned().into()),
            hsn_code: Shared::new("1211".to_owned().into()),
            asked: Shared::default(),
        }
    }
}

impl FakeCatalog {
    pub(crate) async fn serve(&self) -> Served {
        let (shop, classes) = (
            ShopServiceServer::new(self.clone()),
            ClassificationServiceServer::new(self.clone()),
        );
        testkit::serve(|frame| async move { frame.serve_both(shop, classes, &[]).await }).await
    }
}

#[async_trait]
impl ShopService for FakeCatalog {
    async fn get_shop(&self, _: Request<GetShopRequest>) -> Result<Response<GetShopResponse>, Status> {
        let facts = ShopFacts {
            name: "Vanmool".to_owned(),
            hindi_name: "वनमूल".to_owned(),
            legal_name: "Vanmool Herbals Private Limited".to_owned(),
            address_lines: vec!["12 Ring Road".to_owned(), "Surat 395007, Gujarat".to_owned()],
            phone: "+912612345678".to_owned(),
            email: "care@vanmool.example".to_owned(),
            food_licence: "10712034000123".to_owned(),
            gstin: self.gstin.lock().expect("the mutex is not poisoned").clone(),
            is_sample: *self.is_sample.lock().expect("the mutex is not poisoned"),
            ..ShopFacts::default()
        };
        let shop = Shop {
            version: 1,
            facts: Some(facts),
        };
        Ok(Response::new(GetShopResponse { shop: Some(shop) }))
    }
}

#[async_trait]
impl ClassificationService for FakeCatalog {
    async fn classify_products(
        &self,
        request: Request<ClassifyProductsRequest>,
    ) -> Result<Response<ClassifyProductsResponse>, Status> {
        *self.asked.lock().expect("the mutex is not poisoned") += 1;
        let products = request
            .into_inner()
            .product_ids
            .into_iter()
            .map(|product_id| ClassifiedProduct {
                product_id,
                hsn_code: self.hsn_code.lock().expect("the mutex is not poisoned").clone(),
                tax_class: "unclassified".to_owned(),
            });
        let products = products.collect();
        Ok(Response::new(ClassifyProductsResponse { products }))
    }
}
