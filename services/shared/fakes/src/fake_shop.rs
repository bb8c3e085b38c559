//! A fake catalog with a shop profile.

use std::sync::{Arc, Mutex, MutexGuard};

use proto::catalog::v1::{GetShopRequest, GetShopResponse, Shop, ShopFacts};
use tonic::{Request, Response, Status, async_trait};

use crate::servers::shop::catalog::v1::shop_service_server::{ShopService, ShopServiceServer};

/// The shop profile that a test sets, and the number of calls. Clones share both.
#[derive(Clone, Default)]
pub struct FakeShop(Arc<Mutex<(Option<ShopFacts>, usize)>>);

impl FakeShop {
    /// A catalog with this profile.
    pub fn with(facts: ShopFacts) -> Self {
        let shop = Self::default();
        shop.set(Some(facts));
        shop
    }

    /// Sets the profile. Calls are answered as unavailable while there is none.
    pub fn set(&self, facts: Option<ShopFacts>) {
        self.lock().0 = facts;
    }

    /// Changes the profile.
    pub fn change(&self, change: impl FnOnce(&mut ShopFacts)) {
        change(self.lock().0.get_or_insert_default());
    }

    /// The number of calls.
    pub fn asked(&self) -> usize {
        self.lock().1
    }

    /// The gRPC service.
    pub fn server(&self) -> ShopServiceServer<Self> {
        ShopServiceServer::new(self.clone())
    }

    fn lock(&self) -> MutexGuard<'_, (Option<ShopFacts>, usize)> {
        self.0.lock().expect("the mutex is not poisoned")
    }
}

#[async_trait]
impl ShopService for FakeShop {
    async fn get_shop(&self, _: Request<GetShopRequest>) -> Result<Response<GetShopResponse>, Status> {
        let mut state = self.lock();
        state.1 += 1;
        let facts = state.0.clone();
        let facts = facts.ok_or_else(|| Status::unavailable("it is away"))?;
        let shop = Some(Shop {
            version: 1,
            facts: Some(facts),
        });
        Ok(Response::new(GetShopResponse { shop }))
    }
}
