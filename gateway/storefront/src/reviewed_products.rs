//! Which product a review is about: shoppers call it by any of its names.

use std::collections::HashMap;

use crate::{product::Product, products::Products};

/// Every product by every name it has, in lower case.
pub(crate) struct ReviewedProducts(HashMap<String, ReviewedProduct>);

/// What a review needs of its product.
#[derive(Clone)]
pub(crate) struct ReviewedProduct {
    pub(crate) id: String,
    /// Address of its first picture.
    pub(crate) photo: Option<String>,
}

impl ReviewedProducts {
    /// Without the catalog there are none, and reviews are shown all the same.
    pub(crate) async fn load(products: &Products) -> Self {
        let products = products.get().await;
        let products = products.as_ref().map_or(&[][..], |list| &list.items);
        Self(products.iter().flat_map(by_name).collect())
    }

    /// The product that has this name, in any case.
    pub(crate) fn find(&self, name: &str) -> Option<&ReviewedProduct> {
        self.0.get(&name.to_lowercase())
    }
}

fn by_name(product: &Product) -> impl Iterator<Item = (String, ReviewedProduct)> {
    let known = ReviewedProduct {
        id: product.id.clone(),
        photo: product.photos.first().cloned(),
    };
    let names = [&product.product_name, &product.hindi_name].into_iter();
    let names = names.chain(&product.other_names);
    names.map(move |name| (name.to_lowercase(), known.clone()))
}
