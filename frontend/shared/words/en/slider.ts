/** Names of what pictures that change by themselves are steered with. */
export const sliderWords = {
  carousel: 'carousel',
  slide: 'slide',
  pause: 'Pause the pictures',
  play: 'Let the pictures change',
};
