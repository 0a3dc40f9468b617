import type { SpanishTexts } from './texts.ts';

/** Shoulder, elbow, wrist and hand. */
export const armTexts: SpanishTexts = {
  pendulum: [
    'Péndulo',
    'Apóyese en una mesa con el brazo bueno. Deje colgar el brazo adolorido. Meza el cuerpo para que el brazo haga círculos pequeños. Mantenga el brazo flojo.',
  ],
  'table-slide': [
    'Deslizar sobre la mesa',
    'Siéntese a una mesa con la mano sobre una toalla. Deslice la mano hacia adelante e inclínese con ella. Regrese despacio.',
  ],
  'wall-slide': [
    'Deslizar por la pared',
    'Póngase frente a una pared y apoye la mano. Deslice la mano hacia arriba tanto como pueda. Deslícela hacia abajo despacio. Mantenga el hombro bajo.',
  ],
  'stick-flexion': [
    'Palo sobre la cabeza',
    'Acuéstese boca arriba con un palo en las dos manos. Levántelo por encima de la cabeza. Deje que el brazo bueno ayude al adolorido.',
  ],
  'stick-rotation': [
    'Rotación con palo',
    'Doble los codos y manténgalos a los lados. Use un palo para empujar la mano adolorida hacia afuera. Mantenga el codo pegado. Regrese despacio.',
  ],
  'band-rotation-out-both': [
    'Separar la banda a la cintura',
    'Doble los codos y manténgalos a los lados. Separe la banda con las dos manos. Junte los omóplatos. Regrese despacio.',
  ],
  'band-rotation-out': [
    'Rotación hacia afuera con banda',
    'Amarre la banda a una puerta del lado bueno. Doble el codo y manténgalo a un lado. Gire el antebrazo hacia afuera, cruzando el cuerpo. Regrese despacio.',
  ],
  'band-rotation-in': [
    'Rotación hacia adentro con banda',
    'Amarre la banda a una puerta del lado adolorido. Doble el codo y manténgalo a un lado. Jale la banda hacia el abdomen. Regrese despacio.',
  ],
  'band-row': [
    'Remo con banda',
    'Amarre la banda a una puerta frente a usted. Jale los codos hacia atrás y junte los omóplatos. Estire los brazos despacio.',
  ],
  'band-pull-down': [
    'Jalar la banda hacia abajo',
    'Amarre la banda arriba, frente a usted. Mantenga los codos rectos y jale las manos hasta la cadera. Déjelas subir despacio.',
  ],
  'arm-raise-front': [
    'Brazo hacia el frente',
    'Párese derecho con el pulgar hacia arriba. Levante el brazo al frente tanto como pueda. Bájelo despacio. No encoja el hombro.',
  ],
  'arm-raise-front-weight': [
    'Brazo al frente con pesa',
    'Párese derecho con una pesa en la mano. Levante el brazo hasta el hombro con el codo recto. Bájelo despacio.',
  ],
  'arm-raise-side': [
    'Brazos hacia los lados',
    'Párese derecho con los brazos a los lados. Levante los dos brazos hasta los hombros. Bájelos despacio. Mantenga el cuello relajado.',
  ],
  'arm-raise-diagonal': [
    'Brazos en diagonal',
    'Párese con una pesa ligera en cada mano y los pulgares hacia arriba. Levante los brazos entre el frente y el lado. Pare a la altura de los ojos. Baje despacio.',
  ],
  'side-lying-rotation': [
    'Rotación acostado de lado',
    'Acuéstese sobre el lado bueno con el codo adolorido doblado a un lado. Levante la pesa hacia el techo. Mantenga el codo sobre las costillas. Baje despacio.',
  ],
  'prone-t': [
    'T boca abajo',
    'Acuéstese boca abajo con los brazos a los lados. Levante los brazos y llévelos hacia afuera como la letra T. Mantenga los pulgares hacia arriba. Baje despacio.',
  ],
  'prone-y': [
    'Y boca abajo',
    'Acuéstese boca abajo con los brazos abiertos. Levante los brazos y llévelos hacia arriba como la letra Y. Mantenga los pulgares hacia arriba. Baje despacio.',
  ],
  'prone-row': [
    'Remo boca abajo',
    'Acuéstese boca abajo con el brazo fuera del borde de la cama. Jale el codo hacia el techo. Apriete el omóplato. Baje despacio.',
  ],
  'wall-push-up': [
    'Lagartija en la pared',
    'Ponga las manos en una pared a la altura del pecho y dé un paso atrás. Doble los codos e inclínese. Empuje hasta que los brazos queden rectos. Mantenga el cuerpo en línea.',
  ],
  'push-up': [
    'Lagartija',
    'Empiece en las manos y las puntas de los pies con el cuerpo en línea. Doble los codos y baje el pecho. Empuje hacia arriba. Apoye las rodillas si es muy difícil.',
  ],
  'lying-punch': [
    'Empuje acostado',
    'Acuéstese boca arriba con el brazo hacia arriba. Empuje la pesa hacia el techo para que el hombro se levante de la colchoneta. Baje solo el hombro.',
  ],
  'cross-body-stretch': [
    'Estiramiento cruzado',
    'Lleve el brazo adolorido frente al pecho. Use el otro brazo para acercarlo. Debe sentir un estiramiento en la parte de atrás del hombro.',
  ],
  'towel-stretch': [
    'Toalla detrás de la espalda',
    'Ponga una toalla sobre el hombro bueno. Tome el extremo de abajo detrás de la espalda con el brazo adolorido. Jale con la mano de arriba hasta sentir un estiramiento.',
  ],
  'overhead-press': [
    'Empuje sobre la cabeza',
    'Empiece con las pesas en los hombros. Empújelas hacia arriba hasta que los brazos queden rectos. Baje despacio. Mantenga la espalda quieta.',
  ],
  pulley: [
    'Polea',
    'Siéntese bajo la polea con una manija en cada mano. Jale hacia abajo con el brazo bueno para levantar el adolorido. Bájelo despacio.',
  ],
  'elbow-bend': [
    'Doblar y estirar el codo',
    'Siéntese con el brazo a un lado. Doble el codo tanto como pueda. Estírelo por completo.',
  ],
  'biceps-curl': [
    'Flexión de bíceps',
    'Párese con una pesa en la mano y la palma hacia adelante. Doble el codo y lleve la pesa al hombro. Bájela despacio.',
  ],
  'triceps-band': [
    'Codo hacia abajo con banda',
    'Amarre la banda arriba, frente a usted. Mantenga el codo a un lado y empuje la mano hacia abajo. Déjela subir despacio.',
  ],
  'forearm-turn': [
    'Giros del antebrazo',
    'Doble el codo y manténgalo a un lado. Gire la palma hacia arriba y luego hacia abajo. Mantenga la muñeca recta.',
  ],
  'nerve-glide': [
    'Deslizamiento del nervio del brazo',
    'Levante el brazo a un lado con el codo doblado. Estire el codo y la muñeca mientras inclina la cabeza al otro lado. Regrese suavemente. Pare si siente hormigueo.',
  ],
  'wrist-bend': [
    'Muñeca arriba y abajo',
    'Apoye el antebrazo en una mesa con la mano fuera del borde. Levante la mano y luego bájela. Mantenga los dedos relajados.',
  ],
  'wrist-side': [
    'Muñeca de lado a lado',
    'Apoye el antebrazo en una mesa con la palma hacia abajo. Mueva la mano hacia el pulgar y luego hacia el meñique. Mantenga el antebrazo quieto.',
  ],
  'wrist-stretch-up': [
    'Estiramiento de muñeca hacia arriba',
    'Estire el brazo con el codo recto. Use la otra mano para jalar los dedos hacia atrás. Debe sentir un estiramiento en el antebrazo, del lado de la palma.',
  ],
  'wrist-stretch-down': [
    'Estiramiento de muñeca hacia abajo',
    'Estire el brazo con el codo recto. Use la otra mano para doblar la muñeca hacia abajo. Debe sentir un estiramiento encima del antebrazo.',
  ],
  'wrist-curl': [
    'Flexión de muñeca',
    'Apoye el antebrazo en una mesa con una pesa en la mano. Levante la pesa hasta donde llegue la muñeca. Bájela despacio por el borde.',
  ],
  'tendon-hook': [
    'Puño en gancho',
    'Empiece con los dedos rectos. Doble solo las dos articulaciones de la punta para hacer un gancho. Quédese 3 segundos y abra la mano.',
  ],
  'tendon-fist': [
    'Puño completo',
    'Empiece con los dedos rectos. Ciérrelos en un puño completo. Quédese 3 segundos y abra bien la mano.',
  ],
  'tendon-tabletop': [
    'Mesa con los dedos',
    'Empiece con los dedos rectos. Doble solo los nudillos grandes para que los dedos hagan una mesa. Mantenga los dedos rectos 3 segundos.',
  ],
  'tendon-straight-fist': [
    'Puño recto',
    'Doble los nudillos grandes y los de en medio. Mantenga rectas las puntas de los dedos y toque la palma. Quédese 3 segundos y abra.',
  ],
  'fingertip-bend': [
    'Doblar la punta del dedo',
    'Use la otra mano para mantener recto el dedo debajo de la última articulación. Doble solo la punta. Estírela otra vez.',
  ],
  'middle-joint-bend': [
    'Doblar la articulación de en medio',
    'Use la otra mano para mantener recto el nudillo grande. Doble la articulación de en medio del dedo. Estírela otra vez.',
  ],
  'finger-spread': [
    'Separar los dedos',
    'Apoye la mano plana con los dedos juntos. Separe bien todos los dedos. Júntelos otra vez.',
  ],
  'thumb-to-finger': [
    'Pulgar a las puntas',
    'Toque con el pulgar la punta de cada dedo, uno por uno. Haga una forma redonda cada vez. Abra la mano entre uno y otro.',
  ],
  'thumb-out': [
    'Pulgar hacia afuera',
    'Apoye la mano plana. Mueva el pulgar hacia un lado como la letra L. Regréselo despacio.',
  ],
  'thumb-bend': ['Doblar el pulgar', 'Doble el pulgar sobre la palma hacia el meñique. Estírelo otra vez.'],
  'ball-squeeze-hand': [
    'Apretar la pelota',
    'Ponga una pelota suave o masilla en la palma. Apriete con todos los dedos 3 segundos. Afloje despacio.',
  ],
  'putty-pinch': [
    'Pellizcar masilla',
    'Tome un pedazo pequeño de masilla entre el pulgar y las puntas de los dedos. Pellizque hasta que casi se junten. Afloje despacio.',
  ],
  'finger-band': [
    'Abrir la liga',
    'Ponga una liga alrededor de los dedos y el pulgar. Abra la mano contra la liga. Ciérrela despacio.',
  ],
  'finger-lift': [
    'Levantar los dedos',
    'Ponga la mano plana en una mesa. Levante un dedo a la vez. Mantenga los demás abajo.',
  ],
};
