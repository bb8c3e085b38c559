import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { BadRequestSchema, ErrorInfoSchema } from '#contract/google/rpc/error_details_pb.js';
import {
  type AcceptClaimsRequest,
  type EditedProduct,
  FoundClaimsSchema,
  ProductEditingService,
  ProductState,
  type SetProductStateRequest,
} from '#contract/shop/catalog/v1/product_editing_pb.js';
import { queryClient } from '../../api/query_client';
import { Messages } from '../../messages/Messages';
import { meWith, productOf } from '../../test_data';
import { show } from '../../test_page';
import { useUnsaved } from '../../ui/unsaved';
import { StateButtons } from './StateButtons';

const me = meWith('products.write');
const draft = productOf({ state: ProductState.DRAFT });
const published = productOf({}, { version: 4n });

beforeEach(() => queryClient.clear());

const refusal = (code: Code, reason: string, words: string) =>
  new ConnectError(words, code, undefined, [{ desc: ErrorInfoSchema, value: { reason } }]);
const noStock = (words: string) => refusal(Code.FailedPrecondition, 'NO_STOCK', words);

/** Services that give these answers to changes of state, one after another. */
function answering(...answers: (EditedProduct | ConnectError)[]) {
  const changes: SetProductStateRequest[] = [];
  const acceptances: AcceptClaimsRequest[] = [];
  const services = (router: ConnectRouter) =>
    router.service(ProductEditingService, {
      setProductState: (change) => {
        changes.push(change);
        const answer = answers.shift();
        if (answer instanceof ConnectError) throw answer;
        return answer ? { product: answer } : {};
      },
      acceptClaims: (acceptance) => {
        acceptances.push(acceptance);
        return { product: published };
      },
    });
  return { changes, acceptances, services };
}

function Page({ isUnsaved }: { isUnsaved: boolean }) {
  useUnsaved(isUnsaved);
  return (
    <>
      <StateButtons product={draft} />
      <Messages />
    </>
  );
}

test('a product with unsaved changes is not published', async () => {
  const { changes, services } = answering(published);
  const { user, unmount } = show(<Page isUnsaved />, { me, services });
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByText(/Save your changes first/)).toBeInTheDocument();
  expect(changes).toEqual([]);
  unmount();
  const { user: again } = show(<Page isUnsaved={false} />, { me, services });
  await again.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByText(/It is on sale/)).toBeInTheDocument();
  expect(changes).toHaveLength(1);
});

test('a product without stock is published only when that is said', async () => {
  const words = 'No pack of this product is in stock, so the shop would show it as sold out.';
  const { changes, services } = answering(noStock(words), published);
  const { user } = show(<StateButtons product={draft} />, { me, services });
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByText(words)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(changes).toHaveLength(1);

  await user.click(screen.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(changes).toHaveLength(2));
  expect(changes[0]).toMatchObject({
    productId: 'p-giloy',
    version: 3n,
    state: ProductState.PUBLISHED,
    withoutStock: false,
  });
});

test('and then it is sent with that word', async () => {
  const { changes, services } = answering(noStock('No pack is in stock.'), published);
  const { user } = show(<StateButtons product={draft} />, { me, services });
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  await user.click(await screen.findByRole('button', { name: 'Publish as sold out' }));
  await waitFor(() => expect(changes).toHaveLength(2));
  expect(changes[1]).toMatchObject({ version: 3n, state: ProductState.PUBLISHED, withoutStock: true });
  await waitFor(() => expect(screen.queryByText('No pack is in stock.')).toBeNull());
});

test('a product is published once, and the button keeps the focus while it waits', async () => {
  let answer: (() => void) | undefined;
  const after = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let changes = 0;
  const services = (router: ConnectRouter) =>
    router.service(ProductEditingService, {
      setProductState: async () => {
        changes += 1;
        await after;
        throw noStock('No pack is in stock.');
      },
    });
  const { user } = show(<StateButtons product={draft} />, { me, services });
  const publish = screen.getByRole('button', { name: 'Publish' });
  await user.click(publish);
  await user.click(publish);
  expect(publish).toBeEnabled();
  expect(publish).toHaveFocus();
  answer?.();
  expect(await screen.findByRole('dialog', { name: 'No pack is in stock' })).toBeInTheDocument();
  expect(changes).toBe(1);
});

test('claims stand in the way until the owner accepts them with a reason', async () => {
  const claim = { field: 'how_to_use', text: 'cures', explanation: 'A food cures nothing' };
  const claiming = productOf({ state: ProductState.DRAFT, claims: [claim] });
  const refused = refusal(Code.FailedPrecondition, 'FORBIDDEN_CLAIMS', 'The texts make claims.');
  refused.details.push({ desc: FoundClaimsSchema, value: { claims: [claim] } });
  const { changes, acceptances, services } = answering(refused, published);
  const { user } = show(<StateButtons product={claiming} />, {
    me: meWith('products.write', 'claims.accept'),
    services,
  });
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByText('How to use: “cures”')).toBeInTheDocument();
  const reason = 'Our lawyer has seen it.';
  await user.type(screen.getByRole('textbox', { name: 'Why they are lawful' }), reason);
  await user.click(screen.getByRole('button', { name: 'Publish at my responsibility' }));
  await waitFor(() => expect(changes).toHaveLength(2));
  expect(acceptances).toMatchObject([{ productId: 'p-giloy', version: 3n, reason }]);
  expect(
    changes.map(({ version }) => version),
    'the accepted version is published',
  ).toEqual([3n, 4n]);
});

test('what a product lacks is listed', async () => {
  const refused = refusal(Code.FailedPrecondition, 'INCOMPLETE', 'It is not complete.');
  const violation = { field: 'how_to_use', description: 'Add how to use it' };
  refused.details.push({ desc: BadRequestSchema, value: { fieldViolations: [violation] } });
  const { services } = answering(refused);
  const { user } = show(<StateButtons product={draft} />, { me, services });
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  await screen.findByRole('dialog', { name: 'Not complete yet' });
  expect(screen.getByText('Add how to use it')).toBeInTheDocument();
});
