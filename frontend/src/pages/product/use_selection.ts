import { useState } from 'react';
import type { Card } from '../../api/types';
import { productWords } from '#words/product';
import { notifyShoppingError, notifySuccess } from '../../notify';
import type { CartItem } from '../../rules/cart_items';
import { countItems, photosOf, totalPrice } from '../../rules/cart_items';
import { addToCart } from '../../stores/cart_changes';

/** The packs a shopper has chosen on a product page and not yet put into the cart. */
export function useSelection(product: Card) {
  const [quantities, setQuantities] = useState<Readonly<Record<number, number>>>({});
  const quantityOf = (weightInGrams: number) => quantities[weightInGrams] ?? 0;

  const chosen: CartItem[] = product.variants
    .filter(({ weightInGrams }) => quantityOf(weightInGrams) > 0)
    .map(({ weightInGrams, price }) => ({
      _id: product._id,
      productName: product.productName,
      selectedWeight: weightInGrams,
      quantity: quantityOf(weightInGrams),
      price,
      photos: photosOf(product),
    }));

  /** Puts what is chosen into the cart and starts again from 0; answers whether anything was chosen. */
  function addChosen(): boolean {
    if (chosen.length === 0) {
      notifyShoppingError(productWords.nothingChosen);
      return false;
    }
    const added = addToCart(chosen);
    setQuantities({});
    if (added > 0) notifySuccess(productWords.added(added));
    if (added < countItems(chosen)) notifyShoppingError(productWords.lineFull);
    return true;
  }

  return {
    quantityOf,
    choose: (weightInGrams: number, quantity: number) =>
      setQuantities((current) => ({ ...current, [weightInGrams]: quantity })),
    addChosen,
    count: countItems(chosen),
    total: totalPrice(chosen),
  };
}
