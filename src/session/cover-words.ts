const title = 'Locked and still saving';
const sentence =
  'Some text is not saved on this device yet. Mainstay tries again every few seconds. Then you can sign in. Leave this tab open. If the device is full, free some space.';

/** What stands in the place of a covered screen (global.css). Ends by the function it gives. */
export function showCoverWords(): () => void {
  const words = document.createElement('main');
  words.dataset['cover'] = '';
  const heading = document.createElement('h1');
  heading.textContent = title;
  const lead = document.createElement('p');
  lead.setAttribute('role', 'alert');
  lead.textContent = sentence;
  words.append(heading, lead);
  document.body.append(words);
  // That of the screen may name a patient.
  const before = document.title;
  document.title = `${title} · Mainstay`;
  return () => {
    words.remove();
    document.title = before;
  };
}
