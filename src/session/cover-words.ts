const title = 'Locked, and still saving';
const sentence =
  'Something you typed could not be put on this device yet. It is tried again every few seconds; then you can sign in and go on. Leave this tab open, and free some space on the device if it is full.';

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
