//! The gRPC API of orders: translates requests, calls the operations and translates their results.

use proto::order::v1::{
    ClaimOrdersRequest, ClaimOrdersResponse, CountOpenOrdersRequest, CountOpenOrdersResponse,
    FindOrderRequest, FindOrderResponse, GetOrderRequest, GetOrderResponse, ListOrdersRequest,
    ListOrdersResponse, ListSalesRequest, ListSalesResponse, PlaceOrderRequest, PlaceOrderResponse,
    QuoteDeliveryRequest, QuoteDeliveryResponse, RecordPaymentRequest, RecordPaymentResponse,
    SearchOrdersRequest, SearchOrdersResponse, TransitionOrderRequest, TransitionOrderResponse,
    order_service_server::OrderService,
};
use runtime::{
    Caller, Staff,
    status::{Broken, Rule, Violation, field},
};
use time::OffsetDateTime;
use tokio::sync::Semaphore;
use tonic::{Request, Response, Status, async_trait};
use uuid::Uuid;
use values::{Cursor, Email, Page, Pincode};

use crate::{
    checkout::{
        idempotency::Key, in_flight::InFlight, place_order::PlaceOrder, validated_checkout::Checkout,
    },
    data_rights,
    delivery::pincodes,
    error::Error,
    grpc::{
        messages::{
            checkout::{checkout_request, delivery, key},
            order, placed, refused, rfc_3339, transition_request,
        },
        office_grpc,
        reader::Reader,
        staff_id::staff_id,
    },
    order::{
        order_status::{Actor, Status as OrderState},
        order_store,
        record::Order,
    },
    transitions::{ownership::Ownership, transition_order::TransitionOrder, unconfirmed},
};

/// The maximum number of orders placed at once, eight for each connection of the default pool. Further
/// requests are refused at once, because they would wait too long.
const AT_ONCE: usize = 64;

/// The gRPC service.
#[derive(Debug)]
pub struct Api {
    placing: PlaceOrder,
    transitions: TransitionOrder,
    places: Semaphore,
    in_flight: InFlight,
    /// The hours after which an unconfirmed order is cancelled. 0 for never.
    unconfirmed_hours: u32,
}

#[async_trait]
impl OrderService for Api {
    async fn place_order(
        &self,
        request: Request<PlaceOrderRequest>,
    ) -> Result<Response<PlaceOrderResponse>, Status> {
        let staff_id = staff_id(&request)?;
        let request = request.into_inner();
        let key = key(&request, staff_id).map_err(counted)?;
        let checkout = checkout_request(request, staff_id)
            .validate()
            .map_err(|broken| counted(Error::Invalid(broken)))?;
        let order = match key {
            None => self.place(None, checkout).await,
            Some(key) => {
                let (again, payload) = (key.clone(), checkout.payload_hash());
                let place = self.place(Some(key), checkout);
                self.in_flight.run_once(&again, payload, place).await
            }
        };
        Ok(Response::new(placed(order?)))
    }

    async fn get_order(
        &self,
        request: Request<GetOrderRequest>,
    ) -> Result<Response<GetOrderResponse>, Status> {
        let reader = Reader::from_request(&request);
        let request = request.get_ref();
        let kept = if request.order_id.is_empty() && !request.order_number.is_empty() {
            order_store::find_number(&self.transitions.db, &typed_number(&request.order_number)).await
        } else {
            let id = id(&request.order_id).map_err(|broken| invalid("order_id", broken))?;
            order_store::find(&self.transitions.db, id).await
        };
        let kept = kept.map_err(Error::from)?.ok_or(Error::Unknown)?;
        let ends_at = self.ends_at(&kept).await?;
        let token = || self.transitions.links.token(kept.id, OffsetDateTime::now_utc());
        Ok(Response::new(GetOrderResponse {
            link_token: if reader.may_read_link() {
                token()
            } else {
                String::new()
            },
            order: Some(reader.readable(order(kept))),
            ends_at: ends_at.map_or_else(String::new, rfc_3339),
        }))
    }

    async fn transition_order(
        &self,
        request: Request<TransitionOrderRequest>,
    ) -> Result<Response<TransitionOrderResponse>, Status> {
        let (caller, staff) = (Caller::of(&request), Staff::of(&request));
        let mut request = request.into_inner();
        if let Some(staff) = &staff {
            staff.id().clone_into(&mut request.actor_id);
        }
        let wanted = transition_request(request).validate().map_err(Error::Invalid)?;
        let is_theirs = staff.is_none() || wanted.actor == Actor::Staff;
        if !is_theirs || !caller.may_act_as(wanted.actor.as_str()) {
            return Err(Error::NotTheActor.into());
        }
        let changed = self.transitions.run(&wanted, OffsetDateTime::now_utc()).await;
        Ok(Response::new(TransitionOrderResponse {
            order: Some(order(changed.map_err(refused)?)),
        }))
    }

    async fn list_orders(
        &self,
        request: Request<ListOrdersRequest>,
    ) -> Result<Response<ListOrdersResponse>, Status> {
        let reader = Reader::from_request(&request);
        let request = request.into_inner();
        let mut violations = Vec::new();
        let account_id = field("account_id", id(&request.account_id), &mut violations);
        let page = Page::read("orders", request.page_size, &request.page_token, &mut violations);
        let (Some(account_id), Some(page)) = (account_id, page) else {
            return Err(Error::Invalid(violations).into());
        };
        let orders = order_store::of_account(&self.transitions.db, account_id, page).await;
        let orders = orders.map_err(Error::from)?;
        let next_page_token = page.next(&orders, |last| Cursor {
            at: last.placed_at,
            id: last.id,
        });
        Ok(Response::new(ListOrdersResponse {
            orders: orders
                .into_iter()
                .map(|kept| reader.readable(order(kept)))
                .collect(),
            next_page_token,
        }))
    }

    async fn find_order(
        &self,
        request: Request<FindOrderRequest>,
    ) -> Result<Response<FindOrderResponse>, Status> {
        let request = request.into_inner();
        let told = request.ownership.unwrap_or_default();
        let ownership = Ownership::parse(&told.account_id, &told.mobile_number, &told.link_token);
        let ownership = ownership.ok_or_else(|| {
            let broken = Rule::Required.says("Enter the mobile number of the order");
            invalid("ownership", broken)
        })?;
        let number = typed_number(&request.order_number);
        let failed_proofs = &self.transitions.failed_proofs;
        let attempt = failed_proofs.attempt(&number, &ownership);
        let _slots = failed_proofs.begin(&attempt).await?;
        let kept = order_store::find_number(&self.transitions.db, &number).await;
        let kept = kept.map_err(Error::from)?;
        // An unknown number and another shopper's order get the same response.
        let now = OffsetDateTime::now_utc();
        let kept = kept.filter(|kept| ownership.is_of(kept, &self.transitions.links, now));
        let Some(kept) = kept else {
            let counted = failed_proofs.count(&attempt).await;
            counted.map_err(Error::from)?;
            return Err(Error::Unknown.into());
        };
        Ok(Response::new(FindOrderResponse {
            order: Some(order(kept)),
        }))
    }

    async fn claim_orders(
        &self,
        request: Request<ClaimOrdersRequest>,
    ) -> Result<Response<ClaimOrdersResponse>, Status> {
        let request = request.into_inner();
        let account_id = id(&request.account_id).map_err(|broken| invalid("account_id", broken))?;
        let email = Email::read(&request.email)
            .map_err(|rule| invalid("email", rule.says("Enter a valid email address")))?;
        let now = OffsetDateTime::now_utc();
        let claimed = data_rights::claim(&self.transitions.db, account_id, email.as_str(), now).await;
        let claimed = i64::try_from(claimed.map_err(Error::from)?).unwrap_or(i64::MAX);
        Ok(Response::new(ClaimOrdersResponse { claimed }))
    }

    async fn quote_delivery(
        &self,
        request: Request<QuoteDeliveryRequest>,
    ) -> Result<Response<QuoteDeliveryResponse>, Status> {
        let pincode = Pincode::read(&request.get_ref().pincode)
            .map_err(|rule| invalid("pincode", rule.says("Enter a valid 6-digit pincode")))?;
        let rules = self.placing.rules.current();
        let place = pincodes::find(&self.transitions.db, pincode.as_str(), &rules).await;
        let place = place.map_err(Error::from)?.ok_or(Error::UnknownPincode)?;
        let (window, now) = (self.placing.payment_window, OffsetDateTime::now_utc());
        Ok(Response::new(delivery(place, &rules, window, now)))
    }

    async fn search_orders(
        &self,
        request: Request<SearchOrdersRequest>,
    ) -> Result<Response<SearchOrdersResponse>, Status> {
        let (reader, request) = (Reader::from_request(&request), request.into_inner());
        // Orders asked for by number have log entries of their own, and the packer prints their addresses.
        let is_by_number = !request.order_numbers.is_empty();
        let mut answer = office_grpc::search(&self.transitions.db, request).await?;
        if !is_by_number {
            let orders = answer.orders.into_iter();
            answer.orders = orders.map(|order| reader.listed(order)).collect();
        }
        Ok(Response::new(answer))
    }

    async fn count_open_orders(
        &self,
        _: Request<CountOpenOrdersRequest>,
    ) -> Result<Response<CountOpenOrdersResponse>, Status> {
        let answer = office_grpc::count_open(&self.transitions.db, self.unconfirmed_hours).await?;
        Ok(Response::new(answer))
    }

    async fn list_sales(
        &self,
        request: Request<ListSalesRequest>,
    ) -> Result<Response<ListSalesResponse>, Status> {
        let answer = office_grpc::list_sales(&self.transitions.db, request.into_inner()).await?;
        Ok(Response::new(answer))
    }

    async fn record_payment(
        &self,
        request: Request<RecordPaymentRequest>,
    ) -> Result<Response<RecordPaymentResponse>, Status> {
        let (staff_id, reader) = (staff_id(&request)?, Reader::from_request(&request));
        let answer =
            office_grpc::record_payment(&self.transitions.db, request.into_inner(), staff_id).await?;
        self.transitions.relay.wake();
        let order = answer.order.map(|order| reader.readable(order));
        Ok(Response::new(RecordPaymentResponse { order }))
    }
}

impl Api {
    /// Creates the gRPC service. Unconfirmed orders are cancelled after `unconfirmed_hours`, 0 for never.
    pub fn new(placing: PlaceOrder, transitions: TransitionOrder, unconfirmed_hours: u32) -> Self {
        Self {
            placing,
            transitions,
            places: Semaphore::new(AT_ONCE),
            in_flight: InFlight::default(),
            unconfirmed_hours,
        }
    }

    /// Returns the time an order is cancelled automatically. `None` if it is not.
    async fn ends_at(&self, order: &Order) -> Result<Option<OffsetDateTime>, Error> {
        if order.status != OrderState::Placed.as_str() {
            return Ok(None);
        }
        let warned_at = unconfirmed::warned_at(&self.transitions.db, order.id).await?;
        let now = OffsetDateTime::now_utc();
        Ok(unconfirmed::end_of(order, warned_at, self.unconfirmed_hours, now))
    }

    async fn place(&self, key: Option<Key>, checkout: Checkout) -> Result<Order, Status> {
        let _place = self.places.try_acquire().map_err(|_| counted(Error::Busy))?;
        let order = self.placing.place(key, checkout, OffsetDateTime::now_utc()).await;
        order.map_err(counted)
    }
}

/// Counts a refused order in the metrics, and returns the status for the caller.
fn counted(error: Error) -> Status {
    if let Some(reason) = error.refusal() {
        metrics::counter!("orders_refused_total", "reason" => reason).increment(1);
    }
    refused(error)
}

fn id(text: &str) -> Result<Uuid, Broken> {
    Uuid::parse_str(text).map_err(|_| Rule::Malformed.says("must be a UUID"))
}

/// Normalises an order number that a user typed.
fn typed_number(text: &str) -> String {
    text.trim().to_uppercase()
}

fn invalid(name: &'static str, broken: Broken) -> Error {
    Error::Invalid(vec![Violation::new(name, broken)])
}
