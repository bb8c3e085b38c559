import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { BadRequestSchema, ErrorInfoSchema } from '#contract/google/rpc/error_details_pb.js';
import {
  type EditedProduct,
  FoundClaimsSchema,
  ProductEditingService,
  type UpdateProductRequest,
} from '#contract/shop/catalog/v1/product_editing_pb.js';
import { queryClient } from '../../api/query_client';
import { Messages } from '../../messages/Messages';
import { meWith, productOf } from '../../test_data';
import { show } from '../../test_page';
import { ContentForm } from './ContentForm';

const me = meWith('products.read');
const product = productOf({}, { tagline: 'Bitter' });

beforeEach(() => queryClient.clear());

const refusal = (code: Code, reason: string, words: string) =>
  new ConnectError(words, code, undefined, [{ desc: ErrorInfoSchema, value: { reason } }]);

/** Shows the form of a product. The changes get these answers, one after another; `present` is read after a conflict. */
function open(answers: (EditedProduct | ConnectError)[], present?: EditedProduct) {
  const updates: UpdateProductRequest[] = [];
  const services = (router: ConnectRouter) =>
    router.service(ProductEditingService, {
      getEditedProduct: () => (present ? { product: present } : {}),
      updateProduct: (update) => {
        updates.push(update);
        const answer = answers.shift();
        if (answer instanceof ConnectError) throw answer;
        return answer ? { product: answer } : {};
      },
    });
  const form = (
    <>
      <ContentForm product={product} isReadOnly={false} />
      <Messages />
    </>
  );
  return { ...show(form, { me, services }), updates };
}

const save = () => screen.getByRole('button', { name: 'Save' });

test('after a colleague’s change, the form shows the current product and is sent again for it', async () => {
  const present = productOf({}, { tagline: 'Bitter', version: 5n, storage: 'Cool and dry' });
  const saved = productOf({}, { tagline: 'Very bitter', version: 6n, storage: 'Cool and dry' });
  const changed = refusal(Code.Aborted, 'PRODUCT_CHANGED', 'It was changed.');
  const { user, updates } = open([changed, saved], present);
  const tagline = screen.getByRole('textbox', { name: 'Line below the name' });
  await user.clear(tagline);
  await user.type(tagline, 'Very bitter');
  await user.click(save());
  expect(await screen.findByText(/A colleague changed other fields/)).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Storage' })).toHaveValue('Cool and dry');
  await user.click(save());
  expect(await screen.findByText('Changes saved.')).toBeInTheDocument();
  expect(updates.map(({ version, content }) => [version, content?.tagline, content?.storage])).toEqual([
    [3n, 'Very bitter', ''],
    [5n, 'Very bitter', 'Cool and dry'],
  ]);
  expect(updates[0]?.content).toMatchObject({ actualPricePaise: 24_900n, hsnCode: '1211' });
});

test('a conflict whose product cannot be read is shown as it is', async () => {
  const { user } = open([refusal(Code.Aborted, 'PRODUCT_CHANGED', 'It was changed meanwhile.')]);
  await user.click(save());
  expect(await screen.findByText('It was changed meanwhile.')).toBeInTheDocument();
});

test('a taken name and a price above the MRP are shown at their fields', async () => {
  const taken = refusal(Code.AlreadyExists, 'NAME_TAKEN', 'Another product has this name.');
  const violation = (field: string, description: string) => ({
    desc: BadRequestSchema,
    value: { fieldViolations: [{ field, description }] },
  });
  taken.details.push(violation('product_name', 'It is taken.'));
  const dear = refusal(Code.FailedPrecondition, 'ABOVE_MRP', 'It would cost more than its MRP.');
  dear.details.push(violation('actual_price_paise', 'At most ₹240.'));
  const { user } = open([taken, dear]);
  await user.click(save());
  const name = screen.getByRole('textbox', { name: 'Name' });
  await waitFor(() => expect(name).toHaveAccessibleDescription(expect.stringContaining('It is taken.')));
  await user.click(save());
  const price = screen.getByRole('textbox', { name: /^Price of the smallest pack/ });
  await waitFor(() => expect(price).toHaveAccessibleDescription(expect.stringContaining('At most ₹240.')));
});

test('claims of a product on sale stand in the way of its change', async () => {
  const claims = [{ field: 'how_to_use', text: 'cures', explanation: 'A food cures nothing' }];
  const refused = refusal(Code.FailedPrecondition, 'FORBIDDEN_CLAIMS', 'The texts make claims.');
  refused.details.push({ desc: FoundClaimsSchema, value: { claims } });
  const { user } = open([refused]);
  await user.click(save());
  expect(await screen.findByText(/must not make the claims marked above/)).toBeInTheDocument();
  expect(screen.queryByText('The texts make claims.')).not.toBeInTheDocument();
});
