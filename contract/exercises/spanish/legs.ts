import type { SpanishTexts } from './texts.ts';

/** Ankle and foot, knee and hip. */
export const legTexts: SpanishTexts = {
  'ankle-pump': [
    'Bombeo de tobillo',
    'Siéntese o acuéstese con la pierna recta. Apunte los dedos del pie hacia abajo y luego jálelos hacia usted. Muévase despacio y hasta el final.',
  ],
  'ankle-circle': [
    'Círculos con el tobillo',
    'Siéntese con el pie en el aire. Dibuje círculos grandes con los dedos del pie. Luego gire hacia el otro lado.',
  ],
  'band-foot-up': [
    'Pie hacia arriba con banda',
    'Amarre la banda frente a usted y pásela por encima del pie. Jale los dedos del pie hacia usted. Regrese despacio.',
  ],
  'band-foot-down': [
    'Pie hacia abajo con banda',
    'Siéntese con la banda alrededor de la parte delantera de la planta del pie y ténsela. Empuje el pie hacia abajo como un pedal. Regrese despacio.',
  ],
  'band-foot-out': [
    'Pie hacia afuera con banda',
    'Ponga la banda alrededor de los dos pies. Mantenga el talón abajo y gire el pie hacia afuera. Regrese despacio. No mueva la rodilla.',
  ],
  'band-foot-in': [
    'Pie hacia adentro con banda',
    'Amarre la banda del lado de afuera del pie. Mantenga el talón abajo y gire el pie hacia adentro. Regrese despacio. No mueva la rodilla.',
  ],
  'heel-raise': [
    'Elevación de talones',
    'Párese con las manos sobre una encimera. Levántese sobre las puntas de los pies. Baje los talones despacio.',
  ],
  'heel-raise-one-leg': [
    'Elevación de talón en un pie',
    'Párese en un pie con las manos sobre una encimera. Levántese sobre la punta del pie. Baje el talón despacio. Mantenga la rodilla recta.',
  ],
  'toe-raise': [
    'Elevación de las puntas',
    'Párese con las manos sobre una encimera. Levante la parte delantera de los dos pies. Bájelos despacio. No se incline hacia atrás.',
  ],
  'calf-stretch': [
    'Estiramiento de pantorrilla',
    'Ponga las manos en una pared y lleve un pie hacia atrás. Mantenga la rodilla de atrás recta y el talón abajo. Inclínese hasta sentir un estiramiento en la pantorrilla.',
  ],
  'calf-stretch-bent': [
    'Estiramiento bajo de pantorrilla',
    'Ponga las manos en una pared y lleve un pie hacia atrás. Doble la rodilla de atrás y mantenga el talón abajo. Debe sentir un estiramiento en la parte baja de la pantorrilla.',
  ],
  'sole-stretch': [
    'Estiramiento de la planta del pie',
    'Siéntese y cruce el pie sobre la otra rodilla. Jale los dedos del pie hacia arriba con la mano. Debe sentir un estiramiento en la planta.',
  ],
  'towel-scrunch': [
    'Arrugar la toalla',
    'Siéntese con el pie sobre una toalla. Encoja los dedos para jalar la toalla hacia usted. Mantenga el talón abajo.',
  ],
  'foot-roll': [
    'Pelota bajo el pie',
    'Siéntese con una pelota pequeña bajo el pie. Ruédela despacio del talón a los dedos. Presione solo hasta donde se sienta bien.',
  ],
  'leg-raise': [
    'Elevación de pierna recta',
    'Acuéstese boca arriba con una rodilla doblada. Apriete el muslo de la pierna recta y levántela hasta la altura de la otra rodilla. Baje despacio. Mantenga la rodilla recta.',
  ],
  'side-leg-raise': [
    'Elevación de pierna de lado',
    'Acuéstese de lado con las piernas rectas. Levante la pierna de arriba hacia el techo. Mantenga los dedos del pie hacia adelante. Baje despacio.',
  ],
  'inner-leg-raise': [
    'Elevación de la pierna de abajo',
    'Acuéstese de lado y ponga el pie de arriba en la colchoneta frente a usted. Levante un poco la pierna de abajo. Baje despacio.',
  ],
  clamshell: [
    'Almeja',
    'Acuéstese de lado con las rodillas dobladas y los pies juntos. Levante la rodilla de arriba sin separar los pies. No ruede hacia atrás. Baje despacio.',
  ],
  'prone-leg-lift': [
    'Elevación de pierna boca abajo',
    'Acuéstese boca abajo. Apriete el glúteo y levante un poco una pierna recta. Mantenga la cadera en la colchoneta. Baje despacio.',
  ],
  'standing-leg-side': [
    'Pierna a un lado de pie',
    'Párese derecho con una encimera al alcance. Levante una pierna hacia un lado. No se incline. Baje despacio.',
  ],
  'standing-leg-back': [
    'Pierna hacia atrás de pie',
    'Párese con las manos sobre una encimera. Lleve una pierna recta hacia atrás y apriete el glúteo. No se incline hacia adelante. Regrese despacio.',
  ],
  'standing-march': [
    'Marcha de pie',
    'Párese con las manos sobre una encimera. Levante una rodilla hasta la altura de la cadera, bájela y levante la otra. Manténgase derecho.',
  ],
  'hip-flexor-kneel': [
    'Estiramiento de cadera de rodillas',
    'Arrodíllese en una rodilla con el otro pie adelante. Meta la pelvis y lleve su peso hacia adelante. Debe sentir un estiramiento en la parte delantera de la cadera.',
  ],
  'hip-flexor-table': [
    'Estiramiento de cadera al borde de la cama',
    'Acuéstese boca arriba en el extremo de una cama. Jale una rodilla hacia el pecho y deje colgar la otra pierna por el borde. Mantenga la espalda baja plana.',
  ],
  'figure-four-lying': [
    'Estiramiento en cuatro acostado',
    'Acuéstese boca arriba y cruce un tobillo sobre la otra rodilla. Jale la pierna de abajo hacia el pecho. Debe sentir un estiramiento en el glúteo.',
  ],
  'figure-four-sitting': [
    'Estiramiento en cuatro sentado',
    'Siéntese y cruce un tobillo sobre la otra rodilla. Presione suavemente la rodilla de arriba e inclínese un poco hacia adelante. Mantenga la espalda recta.',
  ],
  'inner-thigh-stretch': [
    'Estiramiento interno del muslo',
    'Siéntese en el piso con las plantas de los pies juntas. Deje caer las rodillas hacia los lados. Siéntese derecho y respire.',
  ],
  'knee-ball-squeeze': [
    'Apretar una pelota con las rodillas',
    'Siéntese con una pelota o almohada entre las rodillas. Apriétela durante 5 segundos. Afloje despacio.',
  ],
  'side-step-band': [
    'Pasos de lado con banda',
    'Ponga una banda alrededor de las piernas, arriba de las rodillas. Doble un poco las rodillas y dé un paso de lado. Siga despacio con el otro pie. Mantenga los pies hacia adelante.',
  ],
  'sit-to-stand': [
    'Sentarse y pararse',
    'Siéntese cerca del borde de una silla con los pies debajo de las rodillas. Inclínese hacia adelante y párese. Siéntese despacio. Trate de no usar las manos.',
  ],
  'quad-set': [
    'Apretar el muslo',
    'Siéntese o acuéstese con un rollo pequeño de toalla bajo la rodilla. Presione la rodilla hacia abajo y apriete el muslo. Quédese 5 segundos y luego afloje.',
  ],
  'heel-slide': [
    'Deslizar el talón',
    'Acuéstese boca arriba. Deslice el talón hacia el glúteo hasta donde pueda. Deslícelo de regreso despacio.',
  ],
  'short-arc': [
    'Extensión corta de rodilla',
    'Acuéstese con una toalla enrollada o una almohada bajo la rodilla. Levante el pie hasta que la rodilla quede recta. Baje despacio. Mantenga el muslo sobre el rollo.',
  ],
  'long-arc': [
    'Extensión de rodilla sentado',
    'Siéntese derecho en una silla. Estire la rodilla y apriete el muslo. Baje el pie despacio.',
  ],
  'standing-curl': [
    'Doblar la rodilla de pie',
    'Párese con las manos sobre una encimera. Doble una rodilla y levante el talón hacia atrás. Mantenga los muslos lado a lado. Baje despacio.',
  ],
  'prone-curl': [
    'Doblar la rodilla boca abajo',
    'Acuéstese boca abajo. Doble una rodilla y lleve el talón hacia el glúteo. Baje despacio.',
  ],
  'hamstring-strap': [
    'Estiramiento de pierna con correa',
    'Acuéstese boca arriba con una correa alrededor de un pie. Jale la pierna recta hacia arriba hasta sentir un estiramiento detrás del muslo. Mantenga la otra pierna plana.',
  ],
  'hamstring-sitting': [
    'Estiramiento de pierna sentado',
    'Siéntese al borde de una silla con una pierna recta y el talón en el piso. Inclínese desde la cadera con la espalda plana. Debe sentir un estiramiento detrás del muslo.',
  ],
  'quad-standing': [
    'Estiramiento del muslo de pie',
    'Párese con una mano sobre una encimera. Tome su tobillo y jale el talón hacia el glúteo. Mantenga las rodillas lado a lado.',
  ],
  'quad-strap': [
    'Estiramiento del muslo boca abajo',
    'Acuéstese boca abajo con una correa alrededor de un tobillo. Jale la correa por encima del hombro para doblar la rodilla. Mantenga la cadera en la colchoneta.',
  ],
  'mini-squat': [
    'Media sentadilla',
    'Párese con las manos sobre una encimera. Doble un poco las rodillas y lleve la cadera hacia atrás. Mantenga las rodillas sobre los dedos de los pies. Párese despacio.',
  ],
  squat: [
    'Sentadilla',
    'Párese con los pies separados y los brazos al frente. Baje como si fuera a sentarse en una silla. Mantenga los talones abajo. Párese y apriete los glúteos.',
  ],
  'wall-sit': [
    'Sentarse contra la pared',
    'Apoye la espalda en una pared con los pies adelante. Deslícese hacia abajo hasta que las rodillas se doblen. Quédese ahí y luego suba. Pare si le duelen las rodillas.',
  ],
  'step-up': [
    'Subir el escalón',
    'Ponga un pie completo en el escalón. Empuje con ese pie y suba. Baje despacio con el otro pie.',
  ],
  'step-down': [
    'Bajar el escalón',
    'Párese en un escalón. Doble la rodilla y baje despacio el otro talón hacia el piso. Mantenga la rodilla sobre los dedos del pie. Suba otra vez.',
  ],
  lunge: [
    'Zancada',
    'Dé un paso grande hacia adelante. Doble las dos rodillas y baje derecho. Empuje con el pie de adelante para subir. Mantenga el pecho erguido.',
  ],
  'band-knee-straight': [
    'Estirar la rodilla con banda',
    'Ponga una banda detrás de la rodilla y amárrela frente a usted. Empiece con la rodilla doblada. Estírela contra la banda. Doble despacio.',
  ],
  bike: [
    'Bicicleta fija',
    'Ajuste el asiento para que la rodilla quede un poco doblada abajo. Pedalee a un ritmo fácil. Debe poder hablar mientras pedalea.',
  ],
};
