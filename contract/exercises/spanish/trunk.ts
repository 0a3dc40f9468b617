import type { SpanishTexts } from './texts.ts';

/** Neck, back, balance, walking, breathing and mouth. */
export const trunkTexts: SpanishTexts = {
  'pelvic-tilt': [
    'Inclinación de la pelvis',
    'Acuéstese boca arriba con las rodillas dobladas. Apriete el abdomen y presione la espalda baja contra la colchoneta. Quédese 5 segundos y luego afloje. Siga respirando.',
  ],
  bridge: [
    'Puente',
    'Acuéstese boca arriba con las rodillas dobladas. Apriete los glúteos y levante la cadera hasta que su cuerpo quede en línea. Baje despacio.',
  ],
  'bridge-one-leg': [
    'Puente con una pierna',
    'Acuéstese boca arriba con una rodilla doblada y la otra pierna recta. Empuje con la pierna doblada y levante la cadera. Mantenga la cadera nivelada. Baje despacio.',
  ],
  'knee-to-chest': [
    'Rodilla al pecho',
    'Acuéstese boca arriba con las rodillas dobladas. Lleve una rodilla hacia el pecho y jale suavemente con las manos. Mantenga el otro pie en la colchoneta. Respire despacio.',
  ],
  'knees-to-chest': [
    'Las dos rodillas al pecho',
    'Acuéstese boca arriba. Lleve las dos rodillas hacia el pecho y jale suavemente con las manos. Debe sentir un estiramiento en la espalda baja.',
  ],
  'knee-rock': [
    'Mecer las rodillas',
    'Acuéstese boca arriba con las rodillas dobladas y los brazos a los lados. Deje caer las dos rodillas despacio hacia un lado. Regrese y vaya al otro lado. Mantenga los hombros en la colchoneta.',
  ],
  'prone-lying': [
    'Acostarse boca abajo',
    'Acuéstese boca abajo y apoye la cabeza en las manos. Deje que su espalda se relaje y respire despacio. Levántese si el dolor baja por la pierna.',
  ],
  'prone-on-elbows': [
    'Apoyarse en los codos',
    'Acuéstese boca abajo. Apóyese en los codos y deje la cadera en la colchoneta. Relaje la espalda. Pare si el dolor baja por la pierna.',
  ],
  'press-up': [
    'Levantar el pecho',
    'Acuéstese boca abajo con las manos junto a los hombros. Levante el pecho con los brazos y deje la cadera en la colchoneta. Baje despacio. Pare si el dolor baja por la pierna.',
  ],
  'standing-back-bend': [
    'Doblarse hacia atrás de pie',
    'Párese con las manos en la espalda baja. Dóblese despacio hacia atrás sobre las manos. Regrese después de un segundo.',
  ],
  'cat-camel': [
    'Gato y camello',
    'Póngase en manos y rodillas. Deje caer el abdomen y mire un poco hacia arriba. Luego redondee la espalda como un gato y deje caer la cabeza. Muévase despacio entre las dos posiciones.',
  ],
  'bird-dog': [
    'Brazo y pierna opuestos',
    'Póngase en manos y rodillas. Estire un brazo hacia adelante y la pierna opuesta hacia atrás. Mantenga la espalda plana y quieta durante 5 segundos. Cambie de lado.',
  ],
  'child-pose': [
    'Postura del niño',
    'Póngase en manos y rodillas. Siéntese hacia los talones y estire los brazos hacia adelante. Deje descansar la cabeza y respire hacia la espalda.',
  ],
  'dead-bug': [
    'Bicho boca arriba',
    'Acuéstese boca arriba con los brazos arriba y las caderas y rodillas dobladas. Baje despacio un brazo y la pierna opuesta. Mantenga la espalda baja en la colchoneta. Regrese y cambie de lado.',
  ],
  'curl-up': [
    'Abdominal corto',
    'Acuéstese boca arriba con las rodillas dobladas. Alcance las rodillas y levante la cabeza y los hombros de la colchoneta. Baje despacio. No enganche los pies.',
  ],
  'lying-march': [
    'Marcha acostado',
    'Acuéstese boca arriba con las rodillas dobladas. Apriete el abdomen. Levante un pie de la colchoneta, bájelo y levante el otro. Mantenga la cadera quieta.',
  ],
  plank: [
    'Plancha',
    'Acuéstese boca abajo y levántese sobre los antebrazos y las puntas de los pies. Mantenga el cuerpo en línea recta. Respire y no deje caer la espalda.',
  ],
  'plank-knees': [
    'Plancha de rodillas',
    'Acuéstese boca abajo y levántese sobre los antebrazos y las rodillas. Mantenga una línea recta de las rodillas a la cabeza. Siga respirando.',
  ],
  'side-plank': [
    'Plancha de lado',
    'Acuéstese de lado y apóyese en el antebrazo. Levante la cadera hasta que el cuerpo quede en línea. Baje despacio. Haga los dos lados.',
  ],
  'sitting-turn': [
    'Giro del tronco sentado',
    'Siéntese derecho con los pies planos. Gire el pecho hacia un lado y ponga las dos manos junto a esa cadera. Quédese 10 segundos y gire al otro lado.',
  ],
  'sitting-fold': [
    'Doblarse hacia adelante sentado',
    'Siéntese con los pies separados. Dóblese despacio hacia adelante y alcance el piso. Quédese una respiración y suba empujando con las manos en los muslos.',
  ],
  'open-book': [
    'Libro abierto',
    'Acuéstese de lado con las rodillas dobladas y los brazos rectos al frente. Levante el brazo de arriba y llévelo al otro lado. Siga la mano con los ojos. Mantenga las rodillas juntas.',
  ],
  'hip-hinge': [
    'Bisagra de cadera',
    'Párese con las rodillas un poco flojas. Lleve la cadera hacia atrás e inclínese con la espalda plana. Suba apretando los glúteos.',
  ],
  'prone-arm-leg': [
    'Brazo y pierna boca abajo',
    'Acuéstese boca abajo con los brazos sobre la cabeza. Levante un poco un brazo y la pierna opuesta. Baje despacio y cambie de lado.',
  ],
  'standing-side-bend': [
    'Inclinación de lado de pie',
    'Párese derecho. Lleve un brazo sobre la cabeza e inclínese hacia el otro lado. Quédese 15 segundos. No gire el cuerpo.',
  ],
  'floor-lift': [
    'Levantar del piso',
    'Párese cerca de la caja. Doble las caderas y las rodillas y mantenga la espalda plana. Levante la caja cerca del cuerpo. Bájela de la misma manera.',
  ],
  'chin-tuck': [
    'Meter el mentón',
    'Siéntese o párese derecho y mire al frente. Deslice el mentón hacia atrás, como si hiciera papada. Quédese 5 segundos y luego afloje. Mantenga los ojos nivelados todo el tiempo.',
  ],
  'neck-rotation': [
    'Giro del cuello',
    'Siéntese derecho con los hombros relajados. Gire la cabeza despacio para mirar sobre un hombro. Regrese al centro y gire al otro lado. Muévase solo hasta donde sea cómodo.',
  ],
  'neck-side-bend': [
    'Inclinación del cuello',
    'Siéntese derecho y mire al frente. Lleve la oreja hacia el hombro sin levantar el hombro. Regrese al centro y cambie de lado.',
  ],
  'neck-nod': [
    'Cuello hacia adelante',
    'Siéntese derecho. Baje el mentón hacia el pecho hasta sentir un estiramiento ligero en la parte de atrás del cuello. Suba despacio.',
  ],
  'upper-trap-stretch': [
    'Estiramiento del trapecio',
    'Siéntese derecho. Lleve la oreja hacia el hombro y ponga esa mano sobre la cabeza. Deje que el peso de la mano estire suavemente. Respire despacio y mantenga el otro hombro abajo.',
  ],
  'levator-stretch': [
    'Estiramiento del cuello a la axila',
    'Gire la cabeza a medias hacia un lado y mire hacia la axila. Ponga la mano en la parte de atrás de la cabeza para estirar suavemente. Debe sentirlo del cuello al omóplato.',
  ],
  'neck-press-side': [
    'Presión del cuello de lado',
    'Ponga la mano al lado de la cabeza. Presione la cabeza contra la mano, pero no deje que la cabeza se mueva. Presione suave durante 5 segundos y afloje.',
  ],
  'neck-press-front': [
    'Presión del cuello al frente',
    'Ponga la palma en la frente. Presione la cabeza contra la mano, pero no deje que la cabeza se mueva. Presione suave durante 5 segundos y afloje.',
  ],
  'lying-nod': [
    'Asentir acostado',
    'Acuéstese boca arriba con las rodillas dobladas y un rollo pequeño bajo el cuello. Baje un poco el mentón, como diciendo que sí. Quédese 5 segundos con la parte delantera del cuello relajada. Afloje y repita.',
  ],
  'shoulder-shrug': [
    'Encoger los hombros',
    'Siéntese o párese derecho con los brazos a los lados. Levante los dos hombros hacia las orejas. Bájelos despacio y relájelos.',
  ],
  'shoulder-blade-squeeze': [
    'Juntar los omóplatos',
    'Siéntese derecho con los codos doblados a los lados. Lleve los codos hacia atrás y junte los omóplatos. Quédese 5 segundos. Mantenga los hombros abajo.',
  ],
  'upper-back-extension': [
    'Espalda alta sobre la silla',
    'Siéntese con la espalda alta contra el borde de la silla y las manos detrás de la cabeza. Inclínese suavemente hacia atrás sobre la silla. Quédese 5 segundos y luego suba. No llegue al dolor.',
  ],
  'upper-back-turn': [
    'Giro de la espalda alta',
    'Siéntese derecho y cruce los brazos sobre el pecho. Gire el pecho y la cabeza hacia un lado. Regrese al centro y gire al otro lado. Mantenga las rodillas quietas.',
  ],
  'doorway-stretch': [
    'Estiramiento de pecho en la puerta',
    'Párese en una puerta y ponga los antebrazos en el marco. Dé un paso hacia adelante hasta sentir un estiramiento en el pecho. Respire despacio y mantenga firme el abdomen.',
  ],
  'one-leg-balance': [
    'Equilibrio en un pie',
    'Párese cerca de una encimera. Levante un pie del piso y encuentre el equilibrio. Use la mano solo si la necesita.',
  ],
  'one-leg-reach': [
    'Alcance en un pie',
    'Párese en un pie con la rodilla un poco floja. Lleve el otro pie hacia un lado y toque el piso ligeramente. Regrese. Mantenga la cadera nivelada.',
  ],
  'tandem-stance': [
    'Equilibrio talón con punta',
    'Párese cerca de una encimera. Ponga un pie justo delante del otro, talón con punta. Mire al frente y manténgase firme.',
  ],
  'tandem-walk': [
    'Caminar talón con punta',
    'Camine sobre una línea. Ponga el talón justo delante de la punta del otro pie en cada paso. Mire al frente y vaya despacio.',
  ],
  walking: [
    'Caminar',
    'Camine a un ritmo constante. Apoye el talón y ruede hacia los dedos. Mueva los brazos y mire al frente.',
  ],
  'walking-back': [
    'Caminar hacia atrás',
    'Párese cerca de una encimera o pared. Camine hacia atrás con pasos largos y lentos. Apoye primero los dedos del pie.',
  ],
  'heel-walk': [
    'Caminar en talones',
    'Levante los dedos de los pies y camine sobre los talones. Dé pasos pequeños y manténgase derecho. Camine cerca de una pared.',
  ],
  'toe-walk': [
    'Caminar de puntas',
    'Levántese sobre las puntas de los pies y camine. Dé pasos pequeños y mantenga los talones altos. Camine cerca de una pared.',
  ],
  'weight-shift': [
    'Cambio de peso',
    'Párese con los pies separados. Lleve el peso sobre un pie y luego sobre el otro. Mantenga los dos pies en el piso.',
  ],
  'side-step': [
    'Pasos de lado',
    'Párese derecho junto a una encimera. Dé un paso de lado y traiga el otro pie. Mantenga los pies hacia adelante.',
  ],
  'forward-reach': [
    'Alcance hacia adelante',
    'Párese con los brazos al frente. Alcance hacia adelante hasta donde pueda con los talones abajo. Regrese despacio.',
  ],
  'foam-balance': [
    'Equilibrio sobre espuma',
    'Párese sobre una almohadilla de espuma con los pies juntos. Manténgase firme y mire al frente. Quédese cerca de una encimera.',
  ],
  treadmill: [
    'Caminar en la cinta',
    'Póngase la llave de seguridad y empiece despacio. Camine derecho con pasos parejos. Ponga una mano en la barra si la necesita.',
  ],
  stairs: [
    'Escaleras con barandal',
    'Mantenga una mano en el barandal. Suba con la pierna más fuerte y traiga la otra. Su terapeuta le mostrará cuál pierna baja primero.',
  ],
  'belly-breath': [
    'Respiración abdominal',
    'Acuéstese boca arriba con una mano en el pecho y otra en el abdomen. Inhale por la nariz y deje que el abdomen suba. Exhale despacio. Mantenga el pecho quieto.',
  ],
  'sitting-breath': [
    'Respiración sentado',
    'Siéntese derecho con las manos en el abdomen. Inhale por la nariz contando hasta 2. Exhale por la boca contando hasta 4.',
  ],
  'pursed-lip-breath': [
    'Respiración con labios fruncidos',
    'Inhale por la nariz con la boca cerrada. Junte los labios como si apagara una vela. Exhale despacio.',
  ],
  'mouth-open': ['Abrir la boca', 'Abra la boca tanto como sea cómodo. Quédese 3 segundos. Ciérrela despacio.'],
  'lip-pucker-smile': [
    'Beso y sonrisa',
    'Lleve los labios hacia adelante como para dar un beso. Luego haga una sonrisa amplia. Muévase despacio y hasta el final.',
  ],
  'cheek-puff': [
    'Inflar las mejillas',
    'Cierre los labios y llene de aire las dos mejillas. Mantenga el aire 3 segundos. Déjelo salir despacio.',
  ],
  'tongue-out': ['Lengua afuera y adentro', 'Abra la boca. Saque la lengua recta hasta donde pueda. Métala otra vez.'],
  'tongue-up-down': [
    'Lengua arriba y abajo',
    'Abra la boca. Lleve la lengua hacia el mentón. Luego llévela hacia la nariz. Mantenga la mandíbula quieta.',
  ],
  'tongue-side': [
    'Lengua de lado a lado',
    'Abra la boca. Toque una esquina de los labios con la lengua. Luego toque la otra esquina.',
  ],
};
