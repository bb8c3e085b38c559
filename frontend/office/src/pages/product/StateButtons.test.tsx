import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Product } from '../../api/types';
import { Messages } from '../../messages/Messages';
import { meWith } from '../../test_data';
import { answerCalls, show } from '../../test_page';
import { useUnsaved } from '../../ui/unsaved';
import { StateButtons } from './StateButtons';

const draft = { id: 'p-1', version: 3, state: 'draft', claims: [] } as unknown as Product;
const published = { ...draft, version: 4, state: 'published' };

function Page({ isUnsaved }: { isUnsaved: boolean }) {
  useUnsaved(isUnsaved);
  return (
    <>
      <StateButtons product={draft} />
      <Messages />
    </>
  );
}

test('what is not saved yet is not published: the shop would show what was saved last', async () => {
  const calls = answerCalls({ 'PUT products/p-1/state': { data: published } });
  const { user, unmount } = show(<Page isUnsaved />, { me: meWith('products.write') });
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByText(/Save your changes first/)).toBeInTheDocument();
  expect(calls).toEqual([]);
  unmount();
  const { user: again } = show(<Page isUnsaved={false} />, { me: meWith('products.write') });
  await again.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByText(/It is on sale/)).toBeInTheDocument();
  expect(calls).toHaveLength(1);
});
