import { useState } from 'react';
import type { Card, Variant } from '../../api/types';
import { productWords } from '#words/product';
import { notifyShoppingError, notifySuccess } from '../../messages/notify';
import type { CartItem } from '../../rules/cart_items';
import { countItems, MAX_QUANTITY, photosOf, totalPrice } from '../../rules/cart_items';
import { packsLeft } from '../../rules/stock';
import { useCart } from '../../stores/cart';
import { addToCart } from '../../stores/cart_changes';

/** The packs chosen on a product page and not yet added to the cart. */
export function useSelection(product: Card) {
  const [quantities, setQuantities] = useState<Readonly<Record<number, number>>>({});
  const items = useCart((state) => state.items);
  const inCart = (weightInGrams: number) =>
    items.find(({ _id, selectedWeight }) => _id === product._id && selectedWeight === weightInGrams)
      ?.quantity ?? 0;
  const roomFor = ({ weightInGrams, ...standing }: Variant) =>
    Math.min(Math.max(packsLeft(standing) - inCart(weightInGrams), 0), MAX_QUANTITY);
  const quantityOf = (variant: Variant) => Math.min(quantities[variant.weightInGrams] ?? 0, roomFor(variant));

  const chosen: CartItem[] = product.variants
    .filter((variant) => quantityOf(variant) > 0)
    .map((variant) => ({
      _id: product._id,
      productName: product.productName,
      selectedWeight: variant.weightInGrams,
      quantity: quantityOf(variant),
      price: variant.price,
      photos: photosOf(product),
    }));

  /** Adds the chosen packs to the cart and resets the quantities to 0. Returns false if no packs were chosen. */
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
    inCart,
    /** The number of packs that can be added to those in the cart. */
    roomFor,
    choose: (weightInGrams: number, quantity: number) =>
      setQuantities((current) => ({ ...current, [weightInGrams]: quantity })),
    addChosen,
    count: countItems(chosen),
    total: totalPrice(chosen),
  };
}
