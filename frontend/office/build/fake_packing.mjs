// The fake API of packing: the batches and shelves of packs, and the invoices of many orders.
import { needsMe, ok, refused } from './fake_answers.mjs';

const named = ({ orders }, { url }) => {
  const ids = url.searchParams.getAll('orderId');
  return orders.filter(({ orderId }) => ids.includes(orderId));
};

const packsOf = ({ lines }) =>
  lines.map(({ productId, weightInGrams, quantity }, index) => ({
    batchId: `0190c1a0-2222-7000-8000-00000000000${index}`,
    batchNumber: `J-260${9 - (index % 9)}`,
    shelf: `A ${index + 1}`,
    productId,
    weightInGrams,
    quantity,
    bestBefore: '2027-09-30',
  }));

const reserved = (state, call) =>
  ok({ orders: named(state, call).map((order) => ({ orderId: order.orderId, packs: packsOf(order) })) });

const invoices = (state, call) => {
  const issued = named(state, call).filter(
    ({ status }) => !['placed', 'confirmed', 'cancelled'].includes(status),
  );
  const documents = issued.map(({ orderId, placedAt, total }, index) => ({
    orderId,
    documentId: `d-${index}`,
    kind: 'invoice',
    number: `INV-2627-00004${index}`,
    issuedOn: placedAt.slice(0, 10),
    total,
  }));
  return ok({ documents });
};

export const PACKING_ROUTES = [
  [/^GET orders\/reserved-packs$/, needsMe(reserved)],
  [
    /^POST orders\/([^/]+)\/reserved-packs$/,
    needsMe(() => refused(404, 'No pack that is missing is of it.')),
  ],
  [/^GET orders\/sale-documents$/, needsMe(invoices)],
  [/^GET orders\/sale-documents\/print\.pdf$/, needsMe(() => ({ status: 200, body: '%PDF-1.7' }))],
];
