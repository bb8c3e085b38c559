// The fake methods of stock: levels, batches, recalls and returned packs. They check little.
import { Availability, InventoryService, StockFilter } from '../contract/shop/inventory/v1/inventory_pb.js';
import { PackingService } from '../contract/shop/inventory/v1/packing_pb.js';
import { OrderNumberService } from '../contract/shop/order/v1/order_numbers_pb.js';
import { makeBatches, makeStock, PRODUCTS, RETURNED } from './fake_data.mjs';

function batchesOf({ batches }, pack) {
  const key = `${pack.productId} ${pack.weightInGrams}`;
  if (!batches.has(key)) batches.set(key, makeBatches(pack));
  return batches.get(key);
}

const findBatch = ({ batches }, id) => [...batches.values()].flat().find(({ batchId }) => batchId === id);

const FILTERS = {
  [StockFilter.UNSPECIFIED]: () => true,
  [StockFilter.LOW]: ({ availability }) => availability === Availability.LOW,
  [StockFilter.SOLD_OUT]: ({ availability }) => availability === Availability.SOLD_OUT,
  [StockFilter.MISSING]: ({ missing }) => missing > 0n,
};

/** Returns the packs of a list and a search text, all on one page. */
function levels(_, { query, filter, productId }) {
  const words = query.toLowerCase();
  const found = makeStock().filter(
    ({ pack, productName, sku }) =>
      `${productName} ${sku}`.toLowerCase().includes(words) && [pack.productId, ''].includes(productId),
  );
  const count = (list) => BigInt(found.filter(FILTERS[list]).length);
  return {
    levels: found.filter(FILTERS[filter]),
    counts: {
      all: BigInt(found.length),
      low: count(StockFilter.LOW),
      soldOut: count(StockFilter.SOLD_OUT),
      missing: count(StockFilter.MISSING),
    },
  };
}

function receive(
  state,
  { receiptId, pack, batchNumber, packedOn, bestBefore, mrpPaise, costPaise, shelf, quantity },
) {
  const batch = {
    batchId: receiptId,
    pack,
    batchNumber,
    packedOn,
    bestBefore,
    lastSaleOn: bestBefore,
    mrpPaise,
    costPaise,
    shelf,
    onHand: quantity,
  };
  batchesOf(state, pack).push(batch);
  return { batch };
}

function adjust(state, { batchId, quantity }) {
  const batch = findBatch(state, batchId);
  batch.onHand += quantity;
  return { batch };
}

function recall(state, { batchId }) {
  const orders = state.orders.slice(20, 23).map(({ orderId }, index) => ({
    orderId,
    quantity: 1 + index,
    isShipped: index === 0,
    isReplaced: index === 1,
    isWaiting: index === 2,
  }));
  return { batch: Object.assign(findBatch(state, batchId), { isRecalled: true }), orders };
}

const numbers = ({ orders }, { orderIds }) => ({
  orders: orders
    .filter(({ orderId }) => orderIds.includes(orderId))
    .map(({ orderId, orderNumber }) => ({ orderId, orderNumber })),
});

const { method } = InventoryService;

export const STOCK_METHODS = [
  [method.listStockLevels, levels],
  [method.listBatches, (state, { pack }) => ({ batches: batchesOf(state, pack) })],
  [method.receiveBatch, receive],
  [method.adjustBatch, adjust],
  [method.recallBatch, recall],
  [method.listReturnedPacks, () => RETURNED],
  [
    method.resolveReturnedPacks,
    (state) => ({ batch: batchesOf(state, { productId: PRODUCTS[1].productId, weightInGrams: 100 })[0] }),
  ],
  [
    PackingService.method.setShelf,
    (state, { batchId, shelf }) => ({ batch: Object.assign(findBatch(state, batchId), { shelf }) }),
  ],
  [OrderNumberService.method.listOrderNumbers, numbers],
];
