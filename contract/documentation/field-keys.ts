/** Sections begin with a capital letter, elements with a small one: a field of a note has one name. */
export const sectionKeys = /^[A-Z][A-Za-z0-9]{0,39}$/;
export const elementKeys = /^[a-z][A-Za-z0-9]{0,39}$/;
