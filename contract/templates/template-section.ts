import { z } from 'zod';
import { Line, OptionalLine } from '../base/text.ts';
import { sectionKeys } from '../documentation/field-keys.ts';

export const mostSections = 30;
export const mostOfTitle = 80;
export const mostOfPrompt = 300;
export const TemplateSectionKey = z.string().regex(sectionKeys);

/** A section that a template brings to a note: `key` is that of the note's text, `prompt` shows where nothing is typed. */
export const TemplateSection = z.object({
  key: TemplateSectionKey,
  title: Line(mostOfTitle),
  prompt: OptionalLine(mostOfPrompt),
  required: z.boolean(),
});
export type TemplateSection = z.output<typeof TemplateSection>;

/** What a note keeps of a template that it uses, so that it reads the same whatever becomes of the template. */
export const UsedTemplate = z.object({ Name: Line(mostOfTitle), Sections: z.array(TemplateSection).max(mostSections) });
export type UsedTemplate = z.output<typeof UsedTemplate>;
