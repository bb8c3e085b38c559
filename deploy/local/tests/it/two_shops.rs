//! Two shops on one machine at once, on different ports, as `make run` starts them.

use crate::online_payments::PaidOnline;

/// A shop on chosen ports. Its simulated provider gets its own port.
async fn open_at_ports() -> PaidOnline {
    let ports = [(); 2].map(|()| engines::free_port().expect("a port is free").to_string());
    let [shop, office] = &ports;
    PaidOnline::open_with("info", &["--port", shop, "--office-port", office]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_shop_opens_beside_the_first_and_each_is_paid_at_its_own_provider() {
    let shops = [open_at_ports().await, open_at_ports().await];
    let mut providers = Vec::new();
    for shop in &shops {
        let (number, _) = shop.placed().await;
        let page = shop.page(&number).await;
        page.press("upi").await;
        shop.until(&number, "paid").await;
        providers.push(page.origin());
    }
    assert_ne!(providers[0], providers[1]);
    for PaidOnline { program, .. } in shops {
        program.stop();
    }
}
